// expect: exit 0
#include <limits.h>
int main(void) {
    long v[2] = { LONG_MIN, -1 };
    long q = (v[0] + 1) / v[1];
    return q != LONG_MAX;
}
