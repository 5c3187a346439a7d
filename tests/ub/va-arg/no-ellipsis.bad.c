// C17 6.9.1p8: a function that takes variable arguments is defined without an ellipsis.
#include <stdarg.h>
static int first(int n) {
    va_list ap;
    __builtin_va_start(ap, n); //~ UB va-arg
    int r = va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) { return first(1); }
