// C17 6.5.5p6: x /= -1 with x INT_MIN.
#include <limits.h>
int main(void) {
    int x = INT_MIN;
    x /= -1; //~ UB division-overflow
    return x != INT_MAX;
}
