// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    int *q = p;
    int differs = p != q;
    free(p);
    return differs;
}
