// expect: exit 0
// stdout: 2 4 5
// C17 6.5.16.1p3: an overlap that is exact is fine.
#include <stdio.h>
#include <string.h>
struct s { int v[4]; };
union u { struct s a; struct s b; int raw[5]; };
int main(void) {
    union u u = { { { 1, 2, 3, 4 } } }, w;
    struct s *p = &u.a, *q = &u.a;
    *p = *q;
    u.a = u.b;
    u = u;
    w = u;
    u.raw[0] = u.raw[1];
    int i = 5;
    i = i;
    printf("%d %d %d\n", u.a.v[0], w.b.v[3], i);
    return 0;
}
