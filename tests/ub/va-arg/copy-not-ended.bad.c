// C17 7.16.1p1: the copy is not ended in the function that made it.
#include <stdarg.h>
static int peek(va_list ap) {
    va_list copy;
    va_copy(copy, ap);
    return va_arg(copy, int); //~ UB va-arg
}
static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = peek(ap);
    va_end(ap);
    return r;
}
int main(void) { return first(1, 0); }
