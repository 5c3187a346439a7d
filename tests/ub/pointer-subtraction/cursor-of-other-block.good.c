// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *block = malloc(4 * sizeof *block), *other = malloc(4 * sizeof *block);
    if (!block || !other)
        return 0;
    int *cursor = block + 2;
    long offset = cursor - block;
    free(block);
    free(other);
    return offset == 100;
}
