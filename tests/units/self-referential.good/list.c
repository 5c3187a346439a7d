#include "list.h"
#include <stddef.h>
struct node *head;
void push(struct node *node, int key) {
    *node = (struct node){head, {key, node}, {NULL}};
    if (head)
        head->links.up = node;
    head = node;
}
int total(const struct node *node) { return node ? node->key.key + total(node->next) : 0; }
