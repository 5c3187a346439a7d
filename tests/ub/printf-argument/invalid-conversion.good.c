// expect: exit 0
// stdout: 100%y
#include <stdio.h>
int main(void) {
    printf("100%%y\n");
    return 0;
}
