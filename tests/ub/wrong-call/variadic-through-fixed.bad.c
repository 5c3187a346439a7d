// C17 6.5.2.2p9: a variadic function is called through a type that is not.
#include <stdarg.h>
static int first(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) {
    int (*f)(int, int) = (int (*)(int, int))first;
    return f(1, 5) != 5; //~ UB wrong-call
}
