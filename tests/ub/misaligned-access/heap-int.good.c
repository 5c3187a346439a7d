// expect: exit 0
#include <stdlib.h>
int main(void) {
    char *m = malloc(16);
    if (!m)
        return 0;
    *(int *)(m + 4) = 5;
    free(m);
    return 0;
}
