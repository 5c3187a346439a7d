// expect: exit 0
#include <stdlib.h>
struct vec { int n; int data[]; };
int main(void) {
    struct vec *v = malloc(sizeof(struct vec) + 2 * sizeof(int));
    if (!v)
        return 0;
    v->n = 2;
    for (int i = 0; i < v->n; i++)
        v->data[i] = i;
    int r = v->data[1];
    free(v);
    return r != 1;
}
