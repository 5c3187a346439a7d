// expect: exit 0
#include <stdlib.h>
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
    int w[2] = { 1, 0 }, *v = w;
    qsort(v, 2, sizeof *v, compare);
    return v[0];
}
