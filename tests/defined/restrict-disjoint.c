// expect: exit 0
// stdout: 5 9
// stdout: 2 6
// C17 6.7.3.1p4: restrict pointers to disjoint parts of one array, or to the same part that is only read.
#include <stdio.h>
static void add(int n, int *restrict r, const int *restrict a, const int *restrict b) {
    for (int i = 0; i < n; i++)
        r[i] = a[i] + b[i];
}
int main(void) {
    int v[9] = { 1, 2, 3, 4, 5, 6 };
    add(3, v + 6, v, v + 3);
    printf("%d %d\n", v[6], v[8]);
    add(3, v + 6, v, v);
    printf("%d %d\n", v[6], v[8]);
    return 0;
}
