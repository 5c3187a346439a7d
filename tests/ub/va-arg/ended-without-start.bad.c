// C17 7.16.1.3p2: the list was never begun.
#include <stdarg.h>
static int count(int n, ...) {
    va_list ap;
    if (n > 1)
        va_start(ap, n);
    va_end(ap); //~ UB va-arg
    return n;
}
int main(void) { return count(1, 2) - 1; }
