/* A list that frees itself, and reads each node just after it is gone. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *list, int value)
{
    struct node *node = malloc(sizeof *node);
    if (node == NULL)
        exit(1);
    node->value = value;
    node->next = list;
    return node;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < 3; i++)
        list = push(list, i * i);
    for (struct node *node = list; node != NULL; node = node->next)
        printf("%d\n", node->value);
    for (struct node *node = list; node != NULL; node = node->next)
        free(node);
    return 0;
}
