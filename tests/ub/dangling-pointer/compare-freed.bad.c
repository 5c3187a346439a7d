// C17 6.2.4p2: the value of p is indeterminate once its object is freed.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    int *q = p;
    free(p);
    return p != q; //~ UB dangling-pointer
}
