// expect: exit 0
// stdout: 3
// stdout: 2
// stdout: 1
#include <stdio.h>
int main(void) {
    int a[3] = { 1, 2, 3 };
    for (int *p = a + 3; p > a; p--)
        printf("%d\n", p[-1]);
    return 0;
}
