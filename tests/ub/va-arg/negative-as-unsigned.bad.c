// C17 7.16.1.1p2: the value is not representable in both the signed and the unsigned type.
#include <stdarg.h>
static unsigned get(int n, ...) {
    va_list ap;
    va_start(ap, n);
    unsigned r = va_arg(ap, unsigned); //~ UB va-arg
    va_end(ap);
    return r;
}
int main(void) {
    return get(1, -1) == 0;
}
