// expect: exit 0
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->value = 1;
    n->next = 0;
    int length = 0;
    for (struct node *p = n; p; p = p->next)
        length++;
    free(n);
    return length != 1;
}
