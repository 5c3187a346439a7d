// expect: exit 0
// stdout: 7 3 7
// C17 6.5p3: recursive calls on both subtrees in one expression.
#include <stdio.h>
#include <stdlib.h>
struct tree { int key; struct tree *left, *right; };
static struct tree *insert(struct tree *t, int key) {
    if (!t) {
        t = malloc(sizeof *t);
        if (!t)
            exit(1);
        t->key = key;
        t->left = t->right = NULL;
    } else if (key < t->key)
        t->left = insert(t->left, key);
    else
        t->right = insert(t->right, key);
    return t;
}
static int size(const struct tree *t) { return t ? size(t->left) + 1 + size(t->right) : 0; }
static int max(int a, int b) { return a > b ? a : b; }
static int height(const struct tree *t) { return t ? 1 + max(height(t->left), height(t->right)) : 0; }
static int destroy(struct tree *t) {
    if (!t)
        return 0;
    int freed = destroy(t->left) + destroy(t->right) + 1;
    free(t);
    return freed;
}
int main(void) {
    struct tree *t = NULL;
    int keys[] = { 5, 2, 8, 1, 9, 3, 7 };
    for (int i = 0; i < 7; i++)
        t = insert(t, keys[i]);
    printf("%d %d ", size(t), height(t));
    printf("%d\n", destroy(t));
    return 0;
}
