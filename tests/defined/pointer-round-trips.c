// expect: exit 0
// stdout: 2 3 3 1
// C17 7.20.1.4p1: through uintptr_t, void *, char * and back.
#include <stdint.h>
#include <stdio.h>
int main(void) {
    int a[3] = { 1, 2, 3 };
    uintptr_t n = (uintptr_t)&a[1];
    int *p = (int *)n;
    void *v = p;
    char *c = v;
    int *q = (int *)(c + sizeof(int));
    intptr_t m = (intptr_t)(void *)q;
    printf("%d %d %d %d\n", *p, *q, *(int *)m, (n & 3) == 0);
    return 0;
}
