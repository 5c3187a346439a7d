// C17 6.5p5: -LONG_MIN is not representable in long.
#include <limits.h>
int main(void) {
    long v[2] = { LONG_MAX, LONG_MIN };
    long n = -v[1]; //~ UB signed-overflow
    return n != LONG_MIN + 1;
}
