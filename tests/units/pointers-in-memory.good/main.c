// expect: exit 0
// stdout: 5 6 6
// C17 6.2.7p1, 6.7.6.1p2: pointers to compatible types are compatible, and so are the objects that hold them.
#include "pool.h"
#include <stdio.h>
int main(void) {
    Item five = {5}, six = {6};
    pool.first = &five;
    pool.all[1] = &six;
    Item *mine[1] = {pool.all[1]};
    printf("%d", take(&pool.first)->n);
    printf(" %d", take(mine)->n);
    printf(" %d\n", pool.next(pool.all)->n);
    return 0;
}
