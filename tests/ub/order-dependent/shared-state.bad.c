// C17 6.5p3: which of the two calls comes first is unspecified.
#include <stdio.h>
static int state = 1;
static int twice(void) { return state *= 2; }
static int plus_three(void) { return state += 3; }
int main(void) {
    int r = twice() + plus_three(); //~ UB order-dependent
    printf("%d\n", r);
    return 0;
}
