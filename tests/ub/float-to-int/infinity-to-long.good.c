// expect: exit 0
#include <math.h>
int main(void) {
    double d = 1e18;
    long x = d;
    return x != 1000000000000000000;
}
