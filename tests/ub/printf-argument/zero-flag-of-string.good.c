// expect: exit 0
// stdout:     a
#include <stdio.h>
int main(void) {
    printf("%5s\n", "a");
    return 0;
}
