// expect: exit 0
// stdout: 1073741824
#include <stdio.h>
int main(void) {
    int x = 1;
    for (int i = 0; i < 30; i++)
        x <<= 1;
    printf("%d\n", x);
    return 0;
}
