// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *begin = malloc(4 * sizeof *begin);
    if (!begin)
        return 0;
    int *end = begin + 4;
    int is_null = end == NULL;
    free(begin);
    return is_null;
}
