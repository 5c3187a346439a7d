// expect: exit 0
#include <stdlib.h>
#include <string.h>
struct node { int *data; int n; };
static int count(struct node x) { return x.n; }
int main(void) {
    struct node a = { malloc(4), 1 }, b, c;
    free(a.data);
    b = a;
    memcpy(&c, &b, sizeof c);
    unsigned char *bytes = (unsigned char *)&c.data;
    bytes[0] = bytes[1];
    int **where = &c.data;
    *where = 0;
    return count(a) - 1 + (c.data != 0);
}
