// expect: exit 0
// stdout: 7 7
// C17 6.2.7p1: a tagged struct that refers to itself, with untagged ones in between.
#include "list.h"
#include <stdio.h>
int main(void) {
    struct node a, b = {0};
    push(&a, 3);
    push(&b, 4);
    printf("%d %d\n", total(head), head->key.key + head->next->key.owner->key.key);
    return head->next->links.up != &b;
}
