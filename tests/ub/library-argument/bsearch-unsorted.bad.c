// C17 7.22.5.1p2: the array that is searched is not in order.
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int v[4] = { 1, 9, 3, 4 }, key = 3;
    return bsearch(&key, v, 4, sizeof *v, compare) == 0; //~ UB library-argument
}
