// C17 6.5p5: --x subtracts 1 from INT_MIN.
#include <limits.h>
int main(void) {
    int x = INT_MIN;
    int *p = &x;
    --*p; //~ UB signed-overflow
    return x != INT_MIN;
}
