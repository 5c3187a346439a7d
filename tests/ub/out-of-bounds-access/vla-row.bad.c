// C17 6.5.6p8: a row of a two-dimensional array of variable length ends with its last element.
int main(void) {
    int n = 2, m = 3, k = 3;
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 0;
    return a[0][k]; //~ UB out-of-bounds-access
}
