// expect: exit 0
#include <stdarg.h>
static int is_null(int n, ...) {
    va_list ap;
    va_start(ap, n);
    double *p = va_arg(ap, double *);
    void *q = va_arg(ap, void *);
    va_end(ap);
    return p == 0 || q == 0;
}
int main(void) {
    double d = 0;
    char c = 0;
    return is_null(1, &d, &c);
}
