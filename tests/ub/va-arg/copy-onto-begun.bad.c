// C17 7.16.1.2p2: the copy's target is begun already.
#include <stdarg.h>
static int sum(int n, ...) {
    va_list ap, aq;
    va_start(ap, n);
    va_start(aq, n);
    va_copy(aq, ap); //~ UB va-arg
    int r = va_arg(ap, int) + va_arg(aq, int);
    va_end(aq);
    va_end(ap);
    return r;
}
int main(void) { return sum(1, 2) - 4; }
