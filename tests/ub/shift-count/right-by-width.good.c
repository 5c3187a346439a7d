// expect: exit 0
// stdout: 1
#include <stdio.h>
int main(void) {
    unsigned x = 0xdeadbeefu;
    printf("%u\n", x >> 31);
    return 0;
}
