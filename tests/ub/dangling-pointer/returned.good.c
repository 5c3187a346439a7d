// expect: exit 0
#include <stdlib.h>
static int *last;
static int *drop(void) {
    free(last);
    last = 0;
    return last;
}
int main(void) {
    last = malloc(sizeof *last);
    drop();
    return 0;
}
