// expect: exit 0
#include <stdlib.h>
int main(void) {
    int small[2] = { 1, 2 };
    int *p = realloc(0, 4 * sizeof *p);
    free(p);
    return small[1] != 2;
}
