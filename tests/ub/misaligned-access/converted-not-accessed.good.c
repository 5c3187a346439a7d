// expect: exit 0
#include <stdlib.h>
int main(void) {
    char *m = malloc(16);
    if (!m)
        return 0;
    int *p = (int *)(m + 4);
    int is_null = p == 0;
    free(m);
    return is_null;
}
