// expect: exit 0
#include <stdarg.h>
static int finish(va_list ap) {
    int r = va_arg(ap, int);
    return r;
}
static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = finish(ap);
    va_end(ap);
    return r;
}
int main(void) { return first(1, 0); }
