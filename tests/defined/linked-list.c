// expect: exit 0
// stdout: 4 3 2 1
// C17 7.22.3.3p2: built, reversed and freed through its own links.
#include <stdio.h>
#include <stdlib.h>
struct node { int v; struct node *next; };
int main(void) {
    struct node *head = 0, **tail = &head;
    for (int i = 1; i <= 4; i++) {
        struct node *n = malloc(sizeof *n);
        if (!n)
            return 1;
        *n = (struct node){ i, 0 };
        *tail = n;
        tail = &n->next;
    }
    struct node *reversed = 0;
    while (head) {
        struct node *next = head->next;
        head->next = reversed;
        reversed = head;
        head = next;
    }
    while (reversed) {
        struct node *next = reversed->next;
        printf("%d%c", reversed->v, next ? ' ' : '\n');
        free(reversed);
        reversed = next;
    }
    return 0;
}
