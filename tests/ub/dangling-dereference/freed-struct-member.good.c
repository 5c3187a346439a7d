// expect: exit 0
#include <stdlib.h>
struct owner { char *name; };
int main(void) {
    struct owner *o = malloc(sizeof *o);
    if (!o)
        return 0;
    o->name = malloc(4);
    free(o->name);
    free(o);
    return 0;
}
