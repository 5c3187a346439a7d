// C17 6.2.4p2: a pointer just past an object becomes indeterminate with it, too.
#include <stdlib.h>
int main(void) {
    int *begin = malloc(4 * sizeof *begin);
    if (!begin)
        return 0;
    int *end = begin + 4;
    free(begin);
    return end == NULL; //~ UB dangling-pointer
}
