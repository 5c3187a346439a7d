// C17 7.22.3.3p2: the pointer leads to the second member of the allocation.
#include <stdlib.h>
struct item { long key; long value; };
int main(void) {
    struct item *i = malloc(sizeof *i);
    if (!i)
        return 0;
    free(&i->value); //~ UB invalid-free
    return 0;
}
