// expect: exit 0
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int v[4] = { 1, 3, 4, 9 }, key = 3;
    return bsearch(&key, v, 4, sizeof *v, compare) == 0;
}
