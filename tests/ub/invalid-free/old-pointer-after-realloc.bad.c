// C17 7.22.3.5p2: realloc already released the old object.
#include <stdlib.h>
int main(void) {
    char *p = malloc(8);
    if (!p)
        return 0;
    char *q = realloc(p, 8000);
    if (!q)
        return 0;
    free(p); //~ UB invalid-free
    return 0;
}
