// expect: exit 0
// stdout: 1
// The call is over before the structure is read again.
#include <stdio.h>
struct pair { int a, b; } shared = {1, 2};
static int change(void) {
    shared.a = 5;
    return 0;
}
static void show(struct pair pair, int n) { printf("%d\n", pair.a + n); }
int main(void) {
    struct pair pair = shared, *p = &pair;
    show(*p, change());
    return 0;
}
