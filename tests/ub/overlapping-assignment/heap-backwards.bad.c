// C17 6.5.16.1p3: the destination begins in the middle of the source.
#include <stdlib.h>
struct block { char v[8]; };
int main(void) {
    char *m = calloc(24, 1);
    if (!m)
        return 0;
    struct block *from = (struct block *)m;
    struct block *to = (struct block *)(m + 7);
    *to = *from; //~ UB overlapping-assignment
    int r = m[15];
    free(m);
    return r;
}
