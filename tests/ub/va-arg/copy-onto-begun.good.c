// expect: exit 0
#include <stdarg.h>
static int sum(int n, ...) {
    va_list ap, aq;
    va_start(ap, n);
    va_start(aq, n);
    va_end(aq);
    va_copy(aq, ap);
    int r = va_arg(ap, int) + va_arg(aq, int);
    va_end(aq);
    va_end(ap);
    return r;
}
int main(void) { return sum(1, 2) - 4; }
