// expect: exit 0
#include <stdlib.h>
static int calls;
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    ++calls;
    return (x > y) - (x < y);
}
int main(void) {
    int v[3] = { 30, 10, 20 };
    qsort(v, 3, sizeof *v, compare);
    return calls == 0;
}
