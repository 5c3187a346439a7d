// C17 6.5.2.2p10: the order in which arguments are evaluated is unspecified.
#include <stdio.h>
static int next(void) {
    static int n;
    return ++n;
}
int main(void) {
    printf("%d %d\n", next(), next()); //~ UB order-dependent
    return 0;
}
