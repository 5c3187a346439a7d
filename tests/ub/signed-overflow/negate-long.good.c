// expect: exit 0
#include <limits.h>
int main(void) {
    long v[2] = { LONG_MAX, LONG_MIN };
    long n = -v[0];
    return n != LONG_MIN + 1;
}
