// expect: exit 0
// stdout: 4 2 0
// C17 7.22.3p1: rows, row pointers, and an array allocated as one block.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int n = 3;
    double **rows = malloc(n * sizeof *rows);
    int (*flat)[4] = calloc(n, sizeof *flat);
    if (!rows || !flat)
        return 1;
    for (int i = 0; i < n; i++) {
        rows[i] = malloc((i + 1) * sizeof **rows);
        if (!rows[i])
            return 1;
        for (int j = 0; j <= i; j++)
            flat[i][j] = (int)(rows[i][j] = i * j);
    }
    printf("%g %d %d\n", rows[2][2], flat[2][1], flat[0][3]);
    for (int i = 0; i < n; i++)
        free(rows[i]);
    free(rows);
    free(flat);
    return 0;
}
