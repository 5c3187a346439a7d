// C17 7.22.3.3p2: both pointers hold the same allocation.
#include <stdlib.h>
struct owner { char *data; };
static void release(struct owner *o) {
    free(o->data); //~ UB invalid-free
    o->data = 0;
}
int main(void) {
    struct owner a = { malloc(8) };
    struct owner b = a;
    release(&a);
    release(&b);
    return 0;
}
