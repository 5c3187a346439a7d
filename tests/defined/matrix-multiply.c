// expect: exit 0
// stdout: 6 -56
// C17 6.5.2.1p3: two-dimensional arrays through const and plain parameters.
#include <stdio.h>
enum { N = 4 };
static void multiply(int r[N][N], int a[N][N], int b[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            r[i][j] = 0;
            for (int k = 0; k < N; k++)
                r[i][j] += a[i][k] * b[k][j];
        }
}
int main(void) {
    int a[N][N], b[N][N], r[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            a[i][j] = i - j, b[i][j] = i == j ? 2 : 0;
    multiply(r, a, b);
    multiply(a, r, r);
    printf("%d %d\n", r[3][0], a[3][3]);
    return 0;
}
