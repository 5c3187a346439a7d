// expect: exit 0
#include <limits.h>
int main(void) {
    signed char d = -1;
    short s = SHRT_MIN;
    int i = INT_MIN;
    int q = s / d;
    return q != 32768;
}
