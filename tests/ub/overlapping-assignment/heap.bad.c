// C17 6.5.16.1p3: the source begins in the middle of the destination.
#include <stdlib.h>
struct block { int v[4]; };
static void move(struct block *to, const struct block *from) {
    *to = *from; //~ UB overlapping-assignment
}
int main(void) {
    int *m = calloc(12, sizeof *m);
    if (!m)
        return 0;
    move((struct block *)m, (struct block *)(m + 2));
    int r = m[0];
    free(m);
    return r;
}
