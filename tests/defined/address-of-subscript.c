// expect: exit 0
// stdout: 3 2 3
// C17 6.5.3.2p3: &a[n] evaluates neither the & nor the [ ].
#include <stdio.h>
int main(void) {
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int *row_end = &a[0][3];
    int (*end)[3] = &a[2];
    printf("%d %d %d\n", (int)(row_end - a[0]), (int)(end - a), *(row_end - 1));
    return 0;
}
