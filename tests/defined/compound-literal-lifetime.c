// expect: exit 0
// stdout: 7 39 3 18
// C17 6.5.2.5p5: until the end of the enclosing block, or static at file scope.
#include <stdio.h>
struct p { int x, y; };
static int *table = (int[]){ 1, 2, 3 };
static int sum(const int *v, int n) { return n ? *v + sum(v + 1, n - 1) : 0; }
int main(void) {
    struct p *p = &(struct p){ .y = 4 };
    p->x = 3;
    int *last = 0, total = 0;
    for (int i = 0; i < 3; i++) {
        int *v = (int[]){ i, i + 1 };
        v[0] += 10;
        total += v[0] + v[1];
        last = &table[i];
    }
    printf("%d %d %d %d\n", p->x + p->y, total, *last, sum((int[]){ 5, 6, 7 }, 3));
    return 0;
}
