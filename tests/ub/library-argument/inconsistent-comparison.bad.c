// C17 7.22.5p4: the comparison function says of each that it is the smaller.
#include <stdlib.h>
static int compare(const void *a, const void *b) { return -1; }
int main(void) {
    int v[3] = { 3, 1, 2 };
    qsort(v, 3, sizeof *v, compare); //~ UB library-argument
    return 0;
}
