// C17 7.16.1.1p2: a pointer to double is read as a pointer to int.
#include <stdarg.h>
static int is_null(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int *p = va_arg(ap, int *); //~ UB va-arg
    va_end(ap);
    return p == 0;
}
int main(void) {
    double d = 0;
    return is_null(1, &d);
}
