// C17 6.7.9p23: the initialisers of a list are indeterminately sequenced.
#include <stdio.h>
static int seed = 3;
static int random_number(void) {
    seed = seed * 7 % 11;
    return seed;
}
int main(void) {
    int a[2] = { random_number(), random_number() }; //~ UB order-dependent
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
