// expect: exit 0
// stdout: 2000000000
#include <stdio.h>
int main(void) {
    int a[3] = { 1, 2, 1000000000 };
    for (int i = 0; i < 3; i++)
        a[i] = a[i] + a[i];
    printf("%d\n", a[2]);
    return 0;
}
