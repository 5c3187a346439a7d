// C17 6.2.4p2: a member pointer is read from a freed structure to free it.
#include <stdlib.h>
struct owner { char *name; };
int main(void) {
    struct owner *o = malloc(sizeof *o);
    if (!o)
        return 0;
    o->name = malloc(4);
    free(o);
    free(o->name); //~ UB dangling-dereference
    return 0;
}
