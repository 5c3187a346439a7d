// expect: exit 0
#include <stdlib.h>
int main(void) {
    void *m = malloc(8);
    if (!m)
        return 0;
    *(long *)m = 1;
    free(m);
    return 0;
}
