// expect: exit 0
#include <stdlib.h>
struct node { long key; long value[3]; };
int main(void) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->value[1] = 5;
    long v = n->value[1];
    free(n);
    return v != 5;
}
