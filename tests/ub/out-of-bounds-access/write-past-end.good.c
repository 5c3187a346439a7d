// expect: exit 0
// stdout: 9
#include <stdio.h>
int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++)
        a[i] = i * i;
    printf("%d\n", a[3]);
    return 0;
}
