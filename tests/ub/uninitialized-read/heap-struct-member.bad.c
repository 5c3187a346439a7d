// C17 7.22.3.4p2: the link of the new node was never set.
#include <stdlib.h>
struct node { int value; struct node *next; };
int main(void) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        return 0;
    n->value = 1;
    int length = 0;
    for (struct node *p = n; p; p = p->next) //~ UB uninitialized-read
        length++;
    free(n);
    return length != 1;
}
