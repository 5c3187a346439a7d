// C17 7.16.1.1p2: there is no third argument.
#include <stdarg.h>
static int sum(int n, ...) {
    va_list ap;
    int total = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++)
        total += va_arg(ap, int); //~ UB va-arg
    va_end(ap);
    return total;
}
int main(void) {
    return sum(3, 1, 2) == 3;
}
