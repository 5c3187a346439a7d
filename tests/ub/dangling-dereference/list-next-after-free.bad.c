// C17 6.2.4p2: the node is freed before its successor is read.
#include <stdlib.h>
struct node { struct node *next; };
static void destroy(struct node *head) {
    for (struct node *p = head; p; p = p->next) //~ UB dangling-dereference
        free(p);
}
int main(void) {
    struct node *head = 0;
    for (int i = 0; i < 3; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 0;
        n->next = head;
        head = n;
    }
    destroy(head);
    return 0;
}
