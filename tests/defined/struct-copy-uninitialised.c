// expect: exit 0
// stdout: 2
// C17 6.2.6.1p6: a structure may be copied although members have no value.
#include <stdio.h>
struct s { int a; int never[4]; char c; };
static struct s pass(struct s s) {
    s.a++;
    return s;
}
int main(void) {
    struct s x, y, z[2];
    x.a = 1;
    y = x;
    z[1] = pass(y);
    x = z[1];
    printf("%d\n", x.a);
    return 0;
}
