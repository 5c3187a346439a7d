// expect: exit 0
// stdout: 6 1
// C17 6.5.6p8: one past the end of a member that is not the last.
#include <stdio.h>
struct s { int a[2]; int b; char text[4]; };
int main(void) {
    struct s s = { { 1, 2 }, 3, "abc" };
    int n = 0;
    for (int *p = s.a; p != s.a + 2; p++)
        n += *p;
    for (const char *c = s.text, *end = c + sizeof s.text; c < end; c++)
        n += *c != 0;
    int *b = &s.b, *past = b + 1;
    printf("%d %d\n", n, (int)(past - b));
    return 0;
}
