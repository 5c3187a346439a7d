// C17 7.16.1.4p4: the last parameter is declared as an array.
#include <stdarg.h>
static int first(int v[1], ...) {
    va_list ap;
    va_start(ap, v); //~ UB va-arg
    int r = va_arg(ap, int) + v[0];
    va_end(ap);
    return r;
}
int main(void) {
    int v[1] = { 0 };
    return first(v, 0);
}
