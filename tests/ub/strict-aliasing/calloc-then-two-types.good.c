// expect: exit 0
#include <stdlib.h>
struct box { long tag; double value; };
int main(void) {
    struct box *b = calloc(1, sizeof *b);
    if (!b)
        return 0;
    b->tag = 1;
    double d = b->value;
    free(b);
    return d > 1.0;
}
