// C17 6.5.7p3: the count equals the width of long.
#include <stdio.h>
static unsigned long mask(int bits) {
    return ~0ul >> (64 - bits); //~ UB shift-count
}
int main(void) {
    printf("%lx\n", mask(0));
    return 0;
}
