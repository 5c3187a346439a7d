// C17 7.16.1.1p2: the structure types differ.
#include <stdarg.h>
struct a { int x; };
struct b { int x; };
static int get(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = va_arg(ap, struct b).x; //~ UB va-arg
    va_end(ap);
    return r;
}
int main(void) {
    struct a a = { 3 };
    return get(1, a) != 3;
}
