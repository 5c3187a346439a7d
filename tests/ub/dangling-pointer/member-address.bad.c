// C17 6.2.4p2: the address of a member is formed from a freed pointer.
#include <stdlib.h>
struct pair { int a, b; };
int main(void) {
    struct pair *p = malloc(sizeof *p);
    if (!p)
        return 0;
    free(p);
    int *b = &p->b; //~ UB dangling-pointer
    (void)b;
    return 0;
}
