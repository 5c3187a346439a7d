// C17 6.7.3p6: a const object is modified through a pointer without const.
#include <stdio.h>
const int limit = 10;
int current = 10;
static void set(const int *p, int v) {
    *(int *)p = v; //~ UB const-write
}
int main(void) {
    set(&limit, 11);
    printf("%d\n", current);
    return 0;
}
