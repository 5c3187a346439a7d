// expect: exit 0
#include <limits.h>
int main(void) {
    long long x = LLONG_MIN;
    long long *p = &x;
    *p %= -3;
    return x != -2;
}
