// expect: exit 0
// stdout: 0 6 0 7 9
// stdout: 1 0 0 1 0
// C17 6.7.9p21: what an initialiser leaves out is zero; statics are zero.
#include <stdio.h>
struct s { int a; struct { short b, c[3]; } in; char *p; union { int u; float f; } un; };
static struct s zero;
static int table[5];
int main(void) {
    int v[6] = { [4] = 5, 6 }, w[3][2] = { { 1 }, [2] = { 7, 8 } };
    struct s s = { .in.c[1] = 9 }, t = { 1 };
    char text[8] = "ab";
    static double d;
    printf("%d %d %d %d %d\n", v[0], v[5], w[1][1], w[2][0], s.in.c[1] + s.in.c[2] + s.a);
    printf("%d %d %d %d %d\n", t.p == 0, t.un.u, text[7], zero.p == 0, table[4] + (int)d);
    return 0;
}
