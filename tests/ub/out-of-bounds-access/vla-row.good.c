// expect: exit 0
int main(void) {
    int n = 2, m = 3, k = 3;
    int a[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            a[i][j] = 0;
    return a[0][k - 1] + (&a[0][k] != a[1]);
}
