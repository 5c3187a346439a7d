// expect: exit 0
// stdout: 3f800000
#include <string.h>
#include <stdio.h>
int main(void) {
    float f = 1.0f;
    int bits;
    memcpy(&bits, &f, sizeof bits);
    printf("%x\n", (unsigned)bits);
    return 0;
}
