// C17 6.3.1.4p1: -1 is not representable in unsigned int: no modulo reduction here.
#include <stdio.h>
static unsigned whole(double d) { return d; } //~ UB float-to-int
int main(void) {
    printf("%u\n", whole(-1.0));
    return 0;
}
