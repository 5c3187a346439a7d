// C17 6.5p5: x++ adds 1 to INT_MAX.
#include <limits.h>
int main(void) {
    int x = INT_MAX;
    x++; //~ UB signed-overflow
    return x == 0;
}
