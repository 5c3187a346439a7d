// expect: exit 0
#include <stdarg.h>
static unsigned get(int n, ...) {
    va_list ap;
    va_start(ap, n);
    unsigned r = va_arg(ap, unsigned);
    va_end(ap);
    return r;
}
int main(void) {
    return get(1, 1) == 0;
}
