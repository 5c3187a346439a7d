// expect: exit 0
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(8), out[8];
    if (!p)
        return 0;
    memset(p, 1, 8);
    memcpy(out, p, 8);
    free(p);
    return out[7] - 1;
}
