// expect: exit 0
#include <stdarg.h>
static int total(int n, va_list ap) {
    int sum = 0;
    while (n-- > 0)
        sum += va_arg(ap, int);
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
    return sum(3, 1, 2, 3) != 6;
}
