// expect: exit 0
#include <stdarg.h>
static int pair(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int a = va_arg(ap, int);
    int b = va_arg(ap, int);
    va_end(ap);
    return a * b;
}
int main(void) {
    return pair(2, 3, 4) != 12;
}
