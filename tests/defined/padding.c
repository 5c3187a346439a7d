// expect: exit 0
// stdout: 6 2 1
// C17 6.2.6.1p6: padding may be copied and filled with anything.
#include <stdio.h>
#include <string.h>
struct s { char c; int i; short h; };
int main(void) {
    struct s a, b;
    memset(&a, 0xaa, sizeof a);
    memset(&b, 0xaa, sizeof b);
    a.c = b.c = 1;
    a.i = b.i = 2;
    a.h = b.h = 3;
    struct s c = a;
    unsigned char raw[sizeof(struct s)];
    memcpy(raw, &a, sizeof raw);
    memcpy(&b, raw, sizeof b);
    printf("%d %d %d\n", b.c + b.i + b.h, c.i, raw[0]);
    return 0;
}
