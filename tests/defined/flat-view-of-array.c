// expect: exit 0
// stdout: 7 7 7
// C17 6.5p7: memset, memcpy and bytes over a whole array of arrays.
#include <stdio.h>
#include <string.h>
int main(void) {
    int a[2][3], b[6];
    memset(a, 0, sizeof a);
    a[1][2] = 7;
    memcpy(b, a, sizeof a);
    memcpy(a[0], a[1], sizeof a[0]);
    int (*whole)[2][3] = &a;
    printf("%d %d %d\n", b[5], a[0][2], (*whole)[1][2]);
    return 0;
}
