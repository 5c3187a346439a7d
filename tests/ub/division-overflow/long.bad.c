// C17 6.5.5p6: the quotient 2^63 is not representable in long.
#include <limits.h>
int main(void) {
    long v[2] = { LONG_MIN, -1 };
    long q = v[0] / v[1]; //~ UB division-overflow
    return q != LONG_MAX;
}
