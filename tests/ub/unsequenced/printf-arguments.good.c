// expect: exit 0
// stdout: 2 2
#include <stdio.h>
int main(void) {
    int i = 1, j = 1;
    printf("%d %d\n", ++i, ++j);
    return 0;
}
