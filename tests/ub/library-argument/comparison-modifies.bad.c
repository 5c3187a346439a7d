// C17 7.22.5p2: the comparison function changes what is sorted.
#include <stdlib.h>
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    ++*(int *)a;
    return (x > y) - (x < y);
}
int main(void) {
    int v[3] = { 30, 10, 20 };
    qsort(v, 3, sizeof *v, compare); //~ UB library-argument
    return 0;
}
