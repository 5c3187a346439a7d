// expect: exit 0
#include <stdlib.h>
#include <string.h>
static void remove_first(int *v, int n) {
    memmove(v, v + 1, (n - 1) * sizeof *v);
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
