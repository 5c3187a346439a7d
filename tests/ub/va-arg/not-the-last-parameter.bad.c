// C17 7.16.1.4p4: va_start is given a parameter that is not the rightmost.
#include <stdarg.h>
static int first(int a, int b, ...) {
    va_list ap;
    va_start(ap, a); //~ UB va-arg
    int r = va_arg(ap, int);
    va_end(ap);
    return r + b;
}
int main(void) { return first(1, 0, 0); }
