// C17 6.5p5: INT_MAX + 1 is not representable in int.
#include <limits.h>
int main(void) {
    int x = INT_MAX;
    int y = x + 1; //~ UB signed-overflow
    return y != 0;
}
