// expect: exit 0
// stdout: 506 6 16 40
// C17 6.7.6.2p5: the length in a cast is evaluated with the cast, and the one of `typeof` is that of its array.
#include <stdio.h>
static int squares(int n, void *p) {
    int sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < n; j++)
            sum += ((int (*)[n])p)[i][j] * (*((int (*)[n])p + i))[j];
    return sum;
}
int main(void) {
    int a[3][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}}, n = 4;
    printf("%d %d", squares(4, a), ((int (*)[n++])a)[1][2]);
    int b[n - 1];
    n = 10;
    __typeof__(b) c;
    c[3] = 0;
    int d[n];
    printf(" %zu %zu\n", sizeof c, sizeof d + c[3]);
    return n - 10;
}
