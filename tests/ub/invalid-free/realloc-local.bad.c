// C17 7.22.3.5p3: realloc of an array that was not allocated.
#include <stdlib.h>
int main(void) {
    int small[2] = { 1, 2 };
    int *p = realloc(small, 4 * sizeof *p); //~ UB invalid-free
    free(p);
    return small[1] != 2;
}
