// C17 4p2: the pointer is not aligned as it claims to be.
#include <stdlib.h>
int main(void) {
    char *m = malloc(32);
    if (!m)
        return 0;
    char *p = __builtin_assume_aligned(m + 1, 4); //~ UB unreachable
    int moved = p != m;
    free(m);
    return !moved;
}
