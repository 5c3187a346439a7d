// C17 6.5p5: LLONG_MIN - 1 is not representable in long long.
#include <limits.h>
int main(void) {
    long long x = LLONG_MIN;
    x -= 1; //~ UB signed-overflow
    return x != LLONG_MIN;
}
