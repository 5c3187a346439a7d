// expect: exit 0
#include <stdlib.h>
static int process(int fail) {
    char *p = malloc(4);
    int r = 0;
    if (fail) {
        r = 1;
    }
    free(p);
    return r;
}
int main(void) {
    return process(1) != 1;
}
