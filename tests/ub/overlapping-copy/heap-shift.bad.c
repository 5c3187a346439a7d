// C17 7.24.2.1p2: an element is removed with memcpy instead of memmove.
#include <stdlib.h>
#include <string.h>
static void remove_first(int *v, int n) {
    memcpy(v, v + 1, (n - 1) * sizeof *v); //~ UB overlapping-copy
}
int main(void) {
    int *v = malloc(5 * sizeof *v);
    if (!v)
        return 0;
    for (int i = 0; i < 5; i++)
        v[i] = i;
    remove_first(v, 5);
    int r = v[3];
    free(v);
    return r != 4;
}
