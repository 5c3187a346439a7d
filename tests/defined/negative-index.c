// expect: exit 0
// stdout: 2 1 1 4
// stdout: 2 1
// stdout: 4
// C17 6.5.2.1p2: an index may be negative as long as the element exists.
#include <stdio.h>
int main(void) {
    int a[5] = { 1, 2, 3, 4, 5 };
    int *mid = a + 2, i = -2;
    unsigned char k = 1;
    printf("%d %d %d %d\n", mid[-1], mid[i], i[mid], (&a[4])[-k]);
    int m[2][2] = { { 1, 2 }, { 3, 4 } };
    int (*row)[2] = &m[1];
    printf("%d %d\n", row[-1][1], (*(row - 1))[0]);
    mid += -1;
    mid -= -2;
    printf("%d\n", *mid);
    return 0;
}
