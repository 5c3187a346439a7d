// expect: exit 0
#include <stdarg.h>
static int peek(va_list ap) {
    va_list copy;
    va_copy(copy, ap);
    int r = va_arg(copy, int);
    va_end(copy);
    return r;
}
static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = peek(ap);
    r += va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) { return first(1, 0); }
