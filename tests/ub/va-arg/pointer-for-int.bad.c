// C17 7.16.1.1p2: the argument is an int, a pointer is asked for.
#include <stdarg.h>
static int count(int n, ...) {
    va_list ap;
    int r = 0;
    va_start(ap, n);
    while (va_arg(ap, char *)) //~ UB va-arg
        r++;
    va_end(ap);
    return r;
}
int main(void) {
    return count(0, "a", "b", 0) != 2;
}
