// C17 6.5p5: INT_MIN - 1 is not representable in int.
#include <limits.h>
#include <stdio.h>
int main(void) {
    int x = INT_MIN;
    printf("%d\n", x - 1); //~ UB signed-overflow
    return 0;
}
