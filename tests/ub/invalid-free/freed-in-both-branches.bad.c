// C17 7.22.3.3p2: the error path frees, and so does the common end.
#include <stdlib.h>
static int process(int fail) {
    char *p = malloc(4);
    int r = 0;
    if (fail) {
        free(p);
        r = 1;
    }
    free(p); //~ UB invalid-free
    return r;
}
int main(void) {
    return process(1) != 1;
}
