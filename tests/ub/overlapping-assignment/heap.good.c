// expect: exit 0
#include <stdlib.h>
struct block { int v[4]; };
static void move(struct block *to, const struct block *from) {
    *to = *from;
}
int main(void) {
    int *m = calloc(12, sizeof *m);
    if (!m)
        return 0;
    move((struct block *)m, (struct block *)(m + 4));
    int r = m[0];
    free(m);
    return r;
}
