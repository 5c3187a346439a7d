// C17 6.5.5p6: both operands are promoted to int.
#include <limits.h>
int main(void) {
    signed char d = -1;
    short s = SHRT_MIN;
    int i = INT_MIN;
    int q = i / d; //~ UB division-overflow
    return q != 32768;
}
