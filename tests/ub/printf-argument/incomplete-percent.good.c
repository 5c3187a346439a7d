// expect: exit 0
// stdout: %
#include <stdio.h>
int main(void) {
    printf("%%\n");
    return 0;
}
