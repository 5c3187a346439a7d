// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *x = malloc(4 * sizeof *x);
    free(x);
    return 0;
}
