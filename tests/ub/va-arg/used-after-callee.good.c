// expect: exit 0
#include <stdarg.h>
static int take(va_list *ap) { return va_arg(*ap, int); }
static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = take(&ap);
    r += va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) { return sum(2, 1, -1); }
