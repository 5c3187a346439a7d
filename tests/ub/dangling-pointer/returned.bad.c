// C17 6.2.4p2: the function returns the value of a pointer whose object it has freed.
#include <stdlib.h>
static int *last;
static int *drop(void) {
    free(last);
    return last; //~ UB dangling-pointer
}
int main(void) {
    last = malloc(sizeof *last);
    drop();
    return 0;
}
