// C17 6.7.2.1p18: the flexible array member has the two elements that were allocated.
#include <stdlib.h>
struct vec { int n; int data[]; };
int main(void) {
    struct vec *v = malloc(sizeof(struct vec) + 2 * sizeof(int));
    if (!v)
        return 0;
    v->n = 2;
    for (int i = 0; i <= v->n; i++)
        v->data[i] = i; //~ UB out-of-bounds-access
    int r = v->data[1];
    free(v);
    return r != 1;
}
