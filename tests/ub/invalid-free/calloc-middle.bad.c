// C17 7.22.3.3p2: the cursor is freed instead of the block.
#include <stdlib.h>
int main(void) {
    int *v = calloc(4, sizeof *v), *p;
    if (!v)
        return 0;
    for (p = v; p < v + 3; p++)
        *p = 1;
    free(p); //~ UB invalid-free
    return 0;
}
