// expect: exit 0
#include <stdarg.h>
static int first(register int m, int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int) + m;
    va_end(ap);
    return r;
}
int main(void) { return first(0, 1, 0); }
