// expect: exit 0
// stdout: 4 7 6 11 6
// C17 6.5p2: different members and elements in one expression.
#include <stdio.h>
struct s { int a, b; int v[3]; };
int main(void) {
    struct s s = { 1, 2, { 3, 4, 5 } }, *p = &s;
    s.a = s.b++ + p->v[0]--;
    p->v[0] = s.a = 6;
    s.v[1] = s.v[2]++ + s.v[0];
    s.b += s.a -= 2;
    printf("%d %d %d %d %d\n", s.a, s.b, s.v[0], s.v[1], s.v[2]);
    return 0;
}
