// C17 7.22.3.5p3: realloc of a pointer that was freed.
#include <stdlib.h>
int main(void) {
    int *p = malloc(8);
    if (!p)
        return 0;
    free(p);
    int *q = realloc(p, 16); //~ UB invalid-free
    free(q);
    return 0;
}
