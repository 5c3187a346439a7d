// expect: exit 0
#include <stdlib.h>
static int *top;
static int push(int x) { return *top = x; }
static int peek(void) { return *top; }
int main(void) {
    top = malloc(sizeof *top);
    if (!top)
        return 0;
    *top = 1;
    int r = push(7);
    r -= peek();
    free(top);
    return r;
}
