// expect: exit 0
// stdout: 3 3 4 5
// C17 6.5p7: qualified versions of a type access the same object.
#include <stdio.h>
struct s { int a; const int b; };
int main(void) {
    int x = 1;
    const int *c = &x;
    volatile int *v = &x;
    *v = 2;
    x++;
    const struct s s = { 4, 5 };
    const int *m = &s.a;
    struct s t = s;
    const void *raw = &t;
    printf("%d %d %d %d\n", *c, *v, *m, ((const struct s *)raw)->b);
    return 0;
}
