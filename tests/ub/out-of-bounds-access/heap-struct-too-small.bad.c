// C17 6.5.6p8: sizeof of the pointer was allocated instead of sizeof of the structure.
#include <stdlib.h>
struct node { long key; long value[3]; };
int main(void) {
    struct node *n = malloc(sizeof n);
    if (!n)
        return 0;
    n->value[1] = 5; //~ UB out-of-bounds-access
    long v = n->value[1];
    free(n);
    return v != 5;
}
