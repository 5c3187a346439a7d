// C17 7.16p3: the function that the list was passed to has used va_arg, so the list is indeterminate here.
#include <stdarg.h>
static int take(va_list ap) { return va_arg(ap, int); }
static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = take(ap);
    r += va_arg(ap, int); //~ UB va-arg
    va_end(ap);
    return r;
}
int main(void) { return sum(2, 1, -1); }
