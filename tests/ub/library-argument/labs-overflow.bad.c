// C17 7.22.6.1p2: the result does not fit.
#include <stdlib.h>
#include <limits.h>
int main(void) {
    long x = LONG_MIN;
    return labs(x) == 0; //~ UB library-argument
}
