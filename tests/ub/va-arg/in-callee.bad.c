// C17 7.16.1.1p2: the function the list is passed to reads one argument too many.
#include <stdarg.h>
static int total(int n, va_list ap) {
    int sum = 0;
    while (n-- > 0)
        sum += va_arg(ap, int); //~ UB va-arg
    return sum;
}
static int sum(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = total(n, ap);
    va_end(ap);
    return r;
}
int main(void) {
    return sum(4, 1, 2, 3) == 6;
}
