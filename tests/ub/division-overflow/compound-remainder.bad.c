// C17 6.5.5p6: x %= -1 with x LLONG_MIN.
#include <limits.h>
int main(void) {
    long long x = LLONG_MIN;
    long long *p = &x;
    *p %= -1; //~ UB division-overflow
    return x != -2;
}
