// expect: exit 0
// stdout: 17 42 7 6 42
// C17 6.2.8p1: the compiler knows that a member of a packed structure is not aligned.
#include <stdio.h>
#include <string.h>
struct __attribute__((packed)) p { char c; int i; double d; short s[2]; };
int main(void) {
    struct p p = { 1, 2, 3.5, { 4, 5 } }, v[2];
    p.i += 40;
    p.d *= 2;
    p.s[1]++;
    v[1] = p;
    int copy;
    memcpy(&copy, &v[1].i, sizeof copy);
    printf("%d %d %g %d %d\n", (int)sizeof p, v[1].i, v[1].d, v[1].s[1], copy);
    return 0;
}
