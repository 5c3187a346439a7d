// expect: exit 0
// stdout: 21
// C17 6.5p7: heap memory of a derived structure used through its base.
#include <stdio.h>
#include <stdlib.h>
struct shape { int kind; };
struct circle { struct shape base; int radius; };
struct square { struct shape base; int side; char name[4]; };
static int area(const struct shape *s) {
    switch (s->kind) {
    case 0: return 3 * ((const struct circle *)s)->radius * ((const struct circle *)s)->radius;
    default: return ((const struct square *)s)->side * ((const struct square *)s)->side;
    }
}
int main(void) {
    struct circle *c = malloc(sizeof *c);
    struct square *q = malloc(sizeof *q);
    if (!c || !q)
        return 1;
    *c = (struct circle){ { 0 }, 2 };
    q->base.kind = 1;
    q->side = 3;
    struct shape *all[2] = { &c->base, (struct shape *)q };
    printf("%d\n", area(all[0]) + area(all[1]));
    free(all[0]);
    free(q);
    return 0;
}
