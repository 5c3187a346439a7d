// expect: exit 0
// stdout: 138 17 48 16
// C17 6.7.6.2p5: sizes at run time, in two dimensions, as parameters, one element.
#include <stdio.h>
static int sum(int r, int c, int m[r][c]) {
    int s = 0;
    for (int i = 0; i < r; i++)
        for (int j = 0; j < c; j++)
            s += m[i][j];
    return s;
}
int main(void) {
    int n = 3;
    int m[n][n + 1], one[n - 2];
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= n; j++)
            m[i][j] = i * 10 + j;
    one[0] = 4;
    unsigned long size = sizeof m;
    n = 50;
    int (*p)[4] = m + 1;
    printf("%d %d %lu %lu\n", sum(3, 4, m), one[0] + p[0][3], size, sizeof m[0]);
    return 0;
}
