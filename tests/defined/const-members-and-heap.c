// expect: exit 0
// stdout: 4 6 9
// C17 6.7.3p6: heap memory is never const, and a const member is initialised once.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct s { const int id; int n; };
int main(void) {
    struct s init = { 4, 5 };
    struct s *p = malloc(sizeof *p);
    if (!p)
        return 1;
    memcpy(p, &init, sizeof init);
    p->n++;
    const int *c = malloc(sizeof *c);
    if (!c)
        return 1;
    *(int *)c = 9;
    printf("%d %d %d\n", p->id, p->n, *c);
    free(p);
    free((void *)c);
    return 0;
}
