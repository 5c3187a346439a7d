// C17 7.16.1.3p2: the list is used after va_end.
#include <stdarg.h>
static int pair(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int a = va_arg(ap, int);
    va_end(ap);
    int b = va_arg(ap, int); //~ UB va-arg
    return a * b;
}
int main(void) {
    return pair(2, 3, 4) != 12;
}
