// expect: exit 0
// stdout: 1
#include <stdio.h>
int main(void) {
    int a[3] = { 5, 5, 5 }, i = 0;
    a[i] = i + 1, i++;
    printf("%d\n", a[0]);
    return 0;
}
