// C17 7.16.1.4p4: the last parameter's type is not what promotion makes of it.
#include <stdarg.h>
static int first(char n, ...) {
    va_list ap;
    va_start(ap, n); //~ UB va-arg
    int r = va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) { return first(1, 0); }
