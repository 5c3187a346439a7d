// C17 6.2.4p2: realloc ends the old object, even if the new one is at the same place.
#include <stdlib.h>
int main(void) {
    int *a = malloc(4 * sizeof *a);
    if (!a)
        return 0;
    int *b = realloc(a, 64 * sizeof *b);
    int moved = a != b; //~ UB dangling-pointer
    free(b);
    return moved > 1;
}
