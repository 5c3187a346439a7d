// expect: exit 0
#include <limits.h>
int main(void) {
    long long x = LLONG_MIN;
    x -= 0;
    return x != LLONG_MIN;
}
