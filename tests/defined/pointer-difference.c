// expect: exit 0
// stdout: 4 -3 2 4
// stdout: 24 36
// stdout: 1
// C17 6.5.6p9: within one array, one past the end included.
#include <stddef.h>
#include <stdio.h>
struct big { char c[12]; };
int main(void) {
    struct big v[4];
    int a[3][4];
    ptrdiff_t d = (v + 4) - v, e = v - &v[3];
    printf("%d %d %d %d\n", (int)d, (int)e, (int)(&a[2] - a), (int)(&a[1][4] - a[1]));
    printf("%d %d\n", (int)((char *)(v + 2) - (char *)v), (int)((char *)&a[2][1] - (char *)a));
    int *null = 0;
    printf("%d\n", null == 0);
    return 0;
}
