// expect: exit 0
// stdout: 6
// C17 6.2.4p2: a pointer variable may be overwritten after its object is gone.
#include <stdio.h>
#include <stdlib.h>
static int *leak;
static void escape(void) {
    int local = 3;
    leak = &local;
    *leak = 4;
}
int main(void) {
    int *p = malloc(sizeof *p), x = 6;
    free(p);
    p = &x;
    escape();
    leak = p;
    printf("%d\n", *leak);
    return 0;
}
