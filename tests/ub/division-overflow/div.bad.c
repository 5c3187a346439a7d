// C17 7.22.6.2p3: the quotient cannot be represented.
#include <limits.h>
#include <stdlib.h>
int main(void) {
    return div(INT_MIN, -1).rem; //~ UB division-overflow
}
