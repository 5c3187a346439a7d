// expect: exit 0
#include <stdlib.h>
struct item { long key; long value; };
int main(void) {
    struct item *i = malloc(sizeof *i);
    if (!i)
        return 0;
    free(&i->key);
    return 0;
}
