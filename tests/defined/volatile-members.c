// expect: exit 0
// A structure with volatile members may be copied through pointers; bit-fields share bytes with volatile ones.
#include <stdlib.h>
struct bits { volatile unsigned a : 5; unsigned b : 7; volatile signed c : 9; };
struct mixed { int id; volatile int status; struct bits bits; };
static struct bits table[2] = { { 1, 2, -3 }, { 4, 5, -6 } };
static struct mixed get(const struct mixed *p) { return *p; }
static struct bits *pick(int i) { return &table[i]; }
int main(void) {
    struct mixed a = { 1, 2, { 3, 4, 5 } }, b;
    struct mixed *p = &a, *q = malloc(sizeof *q);
    if (!q)
        return 0;
    *q = *p;
    b = get(q);
    pick(1)->b = 9;
    table[0] = *pick(1);
    q->bits = table[0];
    int sum = b.id + b.status + (int)q->bits.b + q->bits.c;
    free(q);
    return sum - 6;
}
