// C17 7.16.1p1: the function returns without va_end.
#include <stdarg.h>
static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int);
    return r; //~ UB va-arg
}
int main(void) { return first(1, 0); }
