// expect: exit 0
#include <stdarg.h>
static int first(int n, ...) {
    va_list ap, aq;
    va_start(ap, n);
    va_copy(aq, ap);
    int r = va_arg(ap, int);
    va_end(ap);
    va_end(aq);
    return r;
}
int main(void) { return first(1, 0); }
