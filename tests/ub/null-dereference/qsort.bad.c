// C17 7.22.5p1: the array is a null pointer.
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int *v = 0;
    qsort(v, 2, sizeof *v, compare); //~ UB null-dereference
    return 0;
}
