// C17 6.3.1.4p1: infinity does not fit in long.
#include <math.h>
int main(void) {
    double d = HUGE_VAL;
    long x = d; //~ UB float-to-int
    return x != 1000000000000000000;
}
