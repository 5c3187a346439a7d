// expect: exit 0
// stdout: x=4
// stdout: 3 12
// C17 6.3.2.3p1: a callback gets its context back from void *.
#include <stdio.h>
struct acc { int n; long sum; };
static void each(const int *v, int n, void (*f)(int, void *), void *context) {
    for (int i = 0; i < n; i++)
        f(v[i], context);
}
static void add(int x, void *context) {
    struct acc *a = context;
    a->n++;
    a->sum += x;
}
static void show(int x, void *context) { printf("%s%d\n", (const char *)context, x); }
int main(void) {
    int v[] = { 3, 4, 5 };
    struct acc a = { 0 };
    each(v, 3, add, &a);
    each(v + 1, 1, show, "x=");
    printf("%d %ld\n", a.n, a.sum);
    return 0;
}
