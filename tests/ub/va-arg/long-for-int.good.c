// expect: exit 0
#include <stdarg.h>
static long get(int n, ...) {
    va_list ap;
    va_start(ap, n);
    long r = va_arg(ap, long);
    va_end(ap);
    return r;
}
int main(void) {
    return get(1, 5L) != 5;
}
