// expect: exit 0
#include <stdarg.h>
static int first(int n, double scale, ...) {
    va_list ap;
    va_start(ap, scale);
    int r = va_arg(ap, int) * (int)scale + n;
    va_end(ap);
    return r;
}
int main(void) { return first(-2, 1, 2); }
