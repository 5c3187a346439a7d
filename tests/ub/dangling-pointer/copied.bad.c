// C17 6.2.4p2: copying the value of a pointer to a freed object.
#include <stdlib.h>
int main(void) {
    char *p = malloc(8), *q;
    if (!p)
        return 0;
    free(p);
    q = p; //~ UB dangling-pointer
    (void)q;
    return 0;
}
