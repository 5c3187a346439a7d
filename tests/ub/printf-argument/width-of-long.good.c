// expect: exit 0
// stdout:    42
#include <stdio.h>
int main(void) {
    unsigned long width = 5;
    printf("%*d\n", (int)width, 42);
    return 0;
}
