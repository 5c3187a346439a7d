// expect: exit 0
// stdout: 1 b 3 2
// C17 6.5.2.1p2: elements and members in loops.
#include <stdio.h>
struct cell { int n; char tag[3]; struct { int hits; } stat[2]; };
int main(void) {
    struct cell grid[2][3];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++) {
            struct cell *c = &grid[i][j];
            c->n = i * 3 + j;
            c->tag[0] = (char)('a' + c->n);
            for (int k = 0; k < 2; k++)
                c->stat[k].hits = c->n * k;
        }
    grid[1][2] = grid[0][1];
    struct cell *last = &grid[1][2], *first = grid[0];
    printf("%d %c %d %d\n", last->n, last->tag[0], grid[1][0].stat[1].hits, (int)(&grid[0][2] - first));
    return 0;
}
