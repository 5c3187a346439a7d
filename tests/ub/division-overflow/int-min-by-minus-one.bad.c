// C17 6.5.5p6: the quotient 2^31 is not representable in int.
#include <limits.h>
int main(void) {
    int d = -1;
    int q = INT_MIN / d; //~ UB division-overflow
    return q == 0;
}
