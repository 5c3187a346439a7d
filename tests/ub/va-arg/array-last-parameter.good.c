// expect: exit 0
#include <stdarg.h>
static int first(int *v, ...) {
    va_list ap;
    va_start(ap, v);
    int r = va_arg(ap, int) + v[0];
    va_end(ap);
    return r;
}
int main(void) {
    int v[1] = { 0 };
    return first(v, 0);
}
