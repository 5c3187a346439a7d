// expect: exit 0
#include <stdarg.h>
static int get(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = (char)va_arg(ap, int);
    va_end(ap);
    return r;
}
int main(void) {
    char c = 'q';
    return get(1, c) != 'q';
}
