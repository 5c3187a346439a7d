// C17 7.16.1.3p2: after va_end the list is no longer begun.
#include <stdarg.h>
static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int);
    va_end(ap);
    va_end(ap); //~ UB va-arg
    return r;
}
int main(void) { return first(1, 0); }
