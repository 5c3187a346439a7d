// expect: exit 0
#include <stdlib.h>
struct owner { char *data; };
static void release(struct owner *o) {
    free(o->data);
    o->data = 0;
}
int main(void) {
    struct owner a = { malloc(8) };
    struct owner b = { malloc(8) };
    release(&a);
    release(&b);
    return 0;
}
