// expect: exit 0
// stdout: A 3x3 det 4.000000
// stdout: B 2x3
// stdout: C 2x2 det inf
// stdout: 5 1 -3 -2 366503875925 1
// stdout: eof 1 err 0
// stdout: close 0
// file matrix.txt: A 3 3
// file matrix.txt:  2 -1 0
// file matrix.txt: -1 2 -1
// file matrix.txt: 0 -1 2e0
// file matrix.txt: B 2 3
// file matrix.txt: 1 2 3 4 5 .5
// file matrix.txt: C 2 2  inf 1 0x1p-3 1
#include <stdio.h>
#include <stdlib.h>
#include <math.h>
static double **read_matrix(FILE *f, int *rows, int *cols) {
    if (fscanf(f, "%d%d", rows, cols) != 2 || *rows <= 0 || *cols <= 0) return NULL;
    double **m = malloc((size_t)*rows * sizeof *m);
    for (int i = 0; i < *rows; i++) {
        m[i] = malloc((size_t)*cols * sizeof **m);
        for (int j = 0; j < *cols; j++) if (fscanf(f, "%lf", &m[i][j]) != 1) { printf("bad at %d,%d\n", i, j); exit(3); }
    }
    return m;
}
static double det(double **a, int n) {
    double d = 1;
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k + 1; i < n; i++) if (fabs(a[i][k]) > fabs(a[p][k])) p = i;
        if (a[p][k] == 0) return 0;
        if (p != k) { double *t = a[p]; a[p] = a[k]; a[k] = t; d = -d; }
        d *= a[k][k];
        for (int i = k + 1; i < n; i++) { double f = a[i][k] / a[k][k]; for (int j = k; j < n; j++) a[i][j] -= f * a[k][j]; }
    }
    return d;
}
int main(void) {
    FILE *f = fopen("matrix.txt", "r");
    if (f == NULL) return 1;
    char title[32];
    int count = 0;
    while (fscanf(f, "%31s", title) == 1) {
        int r, c;
        double **m = read_matrix(f, &r, &c);
        if (!m) { printf("bad size\n"); break; }
        printf("%s %dx%d", title, r, c);
        if (r == c) printf(" det %.6f", det(m, r));
        printf("\n");
        for (int i = 0; i < r; i++) free(m[i]);
        free(m);
        count++;
    }
    div_t q = div(count * 7, 4); ldiv_t lq = ldiv(-17L, 5L); lldiv_t llq = lldiv(1LL << 40, 3);
    printf("%d %d %ld %ld %lld %lld\n", q.quot, q.rem, lq.quot, lq.rem, llq.quot, llq.rem);
    printf("eof %d err %d\n", !!feof(f), ferror(f)); printf("close %d\n", fclose(f));
    return 0;
}
