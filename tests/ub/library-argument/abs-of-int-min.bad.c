// C17 7.22.6.1p2: the absolute value of INT_MIN is not representable.
#include <limits.h>
#include <stdlib.h>
int main(void) {
    int x = INT_MIN;
    return abs(x) != INT_MAX; //~ UB library-argument
}
