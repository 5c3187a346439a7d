// C17 6.5.6p9: the cursor belongs to another allocation.
#include <stdlib.h>
int main(void) {
    int *block = malloc(4 * sizeof *block), *other = malloc(4 * sizeof *block);
    if (!block || !other)
        return 0;
    int *cursor = block + 2;
    long offset = cursor - other; //~ UB pointer-subtraction
    free(block);
    free(other);
    return offset == 100;
}
