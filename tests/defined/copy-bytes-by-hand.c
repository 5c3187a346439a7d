// expect: exit 0
// stdout: k 12
// C17 6.2.6.1p4: copying bytes, padding and unset members included, as unsigned char.
#include <stdio.h>
struct s { char c; int i; double unset; };
static void copy(void *to, const void *from, unsigned long n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    while (n-- > 0)
        *t++ = *f++;
}
int main(void) {
    struct s a, b;
    a.c = 'k';
    a.i = 12;
    copy(&b, &a, sizeof a);
    printf("%c %d\n", b.c, b.i);
    return 0;
}
