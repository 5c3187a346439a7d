// expect: exit 0
// stdout: 3 2 4 5 ok 1
// C17 6.7.9p10: the callee gives the caller's uninitialised objects their values.
#include <stdio.h>
#include <string.h>
struct r { int q, m; char name[8]; };
static int divide(int a, int b, int *q, int *m) {
    if (!b)
        return 0;
    *q = a / b;
    *m = a % b;
    return 1;
}
int main(void) {
    int q, m, v[4];
    struct r r;
    if (divide(17, 5, &q, &m) && divide(29, 6, &r.q, &r.m))
        strcpy(r.name, "ok");
    memset(v, 0, sizeof v);
    v[2]++;
    printf("%d %d %d %d %s %d\n", q, m, r.q, r.m, r.name, v[2] + v[3]);
    return 0;
}
