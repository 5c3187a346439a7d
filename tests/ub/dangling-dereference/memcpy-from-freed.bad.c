// C17 6.2.4p2: memcpy reads a freed object.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(8), out[8];
    if (!p)
        return 0;
    memset(p, 1, 8);
    free(p);
    memcpy(out, p, 8); //~ UB dangling-dereference
    return out[7] - 1;
}
