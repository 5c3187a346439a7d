// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *a = malloc(4 * sizeof *a);
    if (!a)
        return 0;
    int *b = realloc(a, 64 * sizeof *b);
    int got = b != 0;
    free(b);
    return got > 1;
}
