// C17 7.22.6.2p3: no part of the result can be represented.
#include <stdlib.h>
int main(void) {
    int zero = 0;
    return div(7, zero).quot; //~ UB division-by-zero
}
