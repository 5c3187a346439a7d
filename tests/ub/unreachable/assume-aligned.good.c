// expect: exit 0
#include <stdlib.h>
int main(void) {
    char *m = malloc(32);
    if (!m)
        return 0;
    char *p = __builtin_assume_aligned(m + 4, 4);
    int moved = p != m;
    free(m);
    return !moved;
}
