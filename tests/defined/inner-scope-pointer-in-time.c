// expect: exit 0
// stdout: 24
// C17 6.2.4p6: a pointer to a block's local, used while the block lasts, also from a callee.
#include <stdio.h>
static int *saved;
static int use(void) { return *saved; }
static int outer(int n) {
    int here = n * 2;
    saved = &here;
    int r = use();
    if (n > 0)
        r += outer(n - 1);
    saved = &here;
    return r + use();
}
int main(void) {
    printf("%d\n", outer(3));
    return 0;
}
