// expect: exit 0
// stdout: 2000000000
#include <stdio.h>
int main(void) {
    int sum = 0;
    for (int i = 0; i < 4; i++)
        sum += 500000000;
    printf("%d\n", sum);
    return 0;
}
