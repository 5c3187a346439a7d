// expect: exit 0
// stdout: 123
// C17 7.19p3: from a member back to its structure by way of its bytes.
#include <stddef.h>
#include <stdio.h>
struct link { struct link *next; };
struct item { int value; struct link link; };
#define ITEM(p) ((struct item *)((char *)(p) - offsetof(struct item, link)))
int main(void) {
    struct item c = { 3, { 0 } }, b = { 2, { &c.link } }, a = { 1, { &b.link } };
    int n = 0;
    for (struct link *l = &a.link; l; l = l->next)
        n = n * 10 + ITEM(l)->value;
    printf("%d\n", n);
    return 0;
}
