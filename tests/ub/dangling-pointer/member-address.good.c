// expect: exit 0
#include <stdlib.h>
struct pair { int a, b; };
int main(void) {
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return 0;
    int *b = &p->b;
    *b = 1;
    free(p);
    return 0;
}
