// expect: exit 0
// stdout: 1262
// C17 7.16.1.2p2: va_copy, a list passed on by address, structures as arguments.
#include <stdarg.h>
#include <stdio.h>
struct point { int x, y; };
static int next(va_list *ap) { return va_arg(*ap, int); }
static int f(int n, ...) {
    va_list a, b;
    va_start(a, n);
    va_copy(b, a);
    int first = next(&a), second = next(&a);
    struct point p = va_arg(a, struct point);
    int again = va_arg(b, int);
    va_end(b);
    va_end(a);
    va_start(a, n);
    int restarted = va_arg(a, int);
    va_end(a);
    return first * 1000 + second * 100 + p.y * 10 + again + restarted;
}
int main(void) {
    printf("%d\n", f(3, 1, 2, (struct point){ 5, 6 }));
    return 0;
}
