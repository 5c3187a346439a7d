// expect: exit 0
#include <stdarg.h>
static int first(int n, ...) {
    va_list ap;
    __builtin_va_start(ap, n);
    int r = va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) { return first(1, 0); }
