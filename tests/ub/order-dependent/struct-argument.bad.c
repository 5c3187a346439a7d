// C17 6.5.2.2p10: the structure is read before or after the call that changes it.
#include <stdio.h>
struct pair { int a, b; } shared = {1, 2};
static int change(void) {
    shared.a = 5;
    return 0;
}
static void show(struct pair pair, int n) { printf("%d\n", pair.a + n); }
int main(void) {
    struct pair *p = &shared;
    show(*p, change()); //~ UB order-dependent
    return 0;
}
