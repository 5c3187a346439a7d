// expect: exit 0
// stdout: 11
#include <stdio.h>
const int limit = 10;
int current = 10;
static void set(const int *p, int v) {
    *(int *)p = v;
}
int main(void) {
    set(&current, 11);
    printf("%d\n", current);
    return 0;
}
