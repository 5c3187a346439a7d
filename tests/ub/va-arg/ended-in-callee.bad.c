// C17 7.16.1p1: va_end is in another function than va_start.
#include <stdarg.h>
static int finish(va_list ap) {
    int r = va_arg(ap, int);
    va_end(ap); //~ UB va-arg
    return r;
}
static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    return finish(ap);
}
int main(void) { return first(1, 0); }
