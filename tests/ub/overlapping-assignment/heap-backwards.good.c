// expect: exit 0
#include <stdlib.h>
struct block { char v[8]; };
int main(void) {
    char *m = calloc(24, 1);
    if (!m)
        return 0;
    struct block *from = (struct block *)m;
    struct block *to = (struct block *)(m + 8);
    *to = *from;
    int r = m[15];
    free(m);
    return r;
}
