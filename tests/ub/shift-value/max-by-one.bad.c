// C17 6.5.7p4: INT_MAX * 2 is not representable in int.
#include <limits.h>
int main(void) {
    int x = INT_MAX;
    x = x << 1; //~ UB shift-value
    return x != INT_MAX - 1;
}
