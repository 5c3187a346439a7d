// expect: exit 0
// stdout: 15 15 17
// C17 6.7.6.3p7: arrays decay, static and qualified parameters, pointers to arrays.
#include <stdio.h>
static int sum(const int v[static 2], int n) {
    int s = 0;
    while (n)
        s += v[--n];
    return s;
}
static int trace(int m[][3], int n) {
    int t = 0;
    for (int i = 0; i < n; i++)
        t += m[i][i];
    return t;
}
static void fill(int (*m)[3], int rows, int x) {
    for (int (*r)[3] = m; r < m + rows; r++)
        for (int *p = *r; p < *r + 3; p++)
            *p = x++;
}
int main(void) {
    int m[3][3];
    fill(m, 3, 1);
    printf("%d %d %d\n", trace(m, 3), sum(m[1], 3), sum(m[2] + 1, 2));
    return 0;
}
