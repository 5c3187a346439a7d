// C17 7.16.1.4p4: float is promoted to double.
#include <stdarg.h>
static int first(int n, float scale, ...) {
    va_list ap;
    va_start(ap, scale); //~ UB va-arg
    int r = va_arg(ap, int) * (int)scale + n;
    va_end(ap);
    return r;
}
int main(void) { return first(-2, 1, 2); }
