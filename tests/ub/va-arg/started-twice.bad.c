// C17 7.16.1.4p3: the list is begun again without va_end.
#include <stdarg.h>
static int sum_twice(int n, ...) {
    va_list ap;
    int sum = 0;
    va_start(ap, n);
    sum += va_arg(ap, int);
    va_start(ap, n); //~ UB va-arg
    sum += va_arg(ap, int);
    va_end(ap);
    return sum;
}
int main(void) { return sum_twice(1, 2) - 4; }
