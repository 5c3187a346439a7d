// C17 6.5p6: the store as long gave the memory its effective type.
#include <stdlib.h>
struct box { long tag; double value; };
int main(void) {
    struct box *b = calloc(1, sizeof *b);
    if (!b)
        return 0;
    b->tag = 1;
    double d = *(double *)b; //~ UB strict-aliasing
    free(b);
    return d > 1.0;
}
