// expect: exit 0
// stdout: -32768 127
// stdout: -32759 -128
// C17 6.5.2.4p2: short is promoted to int, so ++ cannot overflow: the conversion back is implementation-defined.
#include <limits.h>
#include <stdio.h>
int main(void) {
    short s = SHRT_MAX;
    signed char c = SCHAR_MIN;
    s++;
    c--;
    printf("%d %d\n", s, c);
    s = SHRT_MAX;
    s += 10;
    c = 127;
    ++c;
    printf("%d %d\n", s, c);
    return 0;
}
