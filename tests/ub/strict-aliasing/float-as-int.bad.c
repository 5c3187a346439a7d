// C17 6.5p7: a float is read through an int lvalue.
#include <string.h>
#include <stdio.h>
int main(void) {
    float f = 1.0f;
    int bits;
    bits = *(int *)&f; //~ UB strict-aliasing
    printf("%x\n", (unsigned)bits);
    return 0;
}
