// C17 6.2.4p2: the conditional operator reads the pointer of the freed list.
#include <stdlib.h>
struct list { struct list *next; };
int main(void) {
    struct list *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    if (!a || !b)
        return 0;
    a->next = b;
    free(b);
    struct list *rest = a ? a->next : 0; //~ UB dangling-pointer
    (void)rest;
    free(a);
    return 0;
}
