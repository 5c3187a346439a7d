// C17 6.5.7p3: rotating by zero shifts right by 32.
#include <stdio.h>
static unsigned rotl(unsigned x, unsigned n) {
    return x << n | x >> (32 - n); //~ UB shift-count
}
int main(void) {
    printf("%x\n", rotl(0x80000001u, 0));
    return 0;
}
