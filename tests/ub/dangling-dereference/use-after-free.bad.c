// C17 6.2.4p2: the object was freed.
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    if (!p)
        return 0;
    *p = 5;
    free(p);
    return *p - 5; //~ UB dangling-dereference
}
