// C17 7.16.1.1p2: a char argument was promoted to int.
#include <stdarg.h>
static int get(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, char); //~ UB va-arg
    va_end(ap);
    return r;
}
int main(void) {
    char c = 'q';
    return get(1, c) != 'q';
}
