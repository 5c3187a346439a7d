// expect: exit 0
// stdout: 1
// C17 6.5.2.5p16: one object per block entry: after a goto back it is the same one again.
#include <stdio.h>
struct s { int i; };
static int f(void) {
    struct s *p = 0, *q;
    int j = 0;
again:
    q = p, p = &((struct s){ j++ });
    if (j < 2)
        goto again;
    return p == q && q->i == 1;
}
int main(void) {
    printf("%d\n", f());
    return 0;
}
