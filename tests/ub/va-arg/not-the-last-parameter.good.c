// expect: exit 0
#include <stdarg.h>
static int first(int a, int b, ...) {
    va_list ap;
    va_start(ap, b);
    int r = va_arg(ap, int);
    va_end(ap);
    return r + b;
}
int main(void) { return first(1, 0, 0); }
