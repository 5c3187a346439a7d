// expect: exit 0
#include <stdlib.h>
struct list { struct list *next; };
int main(void) {
    struct list *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    if (!a || !b)
        return 0;
    a->next = b;
    struct list *rest = a ? a->next : 0;
    free(rest);
    free(a);
    return 0;
}
