// C17 7.16.1.1p2: the argument is an int, long is asked for.
#include <stdarg.h>
static long get(int n, ...) {
    va_list ap;
    va_start(ap, n);
    long r = va_arg(ap, long); //~ UB va-arg
    va_end(ap);
    return r;
}
int main(void) {
    return get(1, 5) != 5;
}
