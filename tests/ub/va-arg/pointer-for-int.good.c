// expect: exit 0
#include <stdarg.h>
static int count(int n, ...) {
    va_list ap;
    int r = 0;
    va_start(ap, n);
    while (va_arg(ap, char *))
        r++;
    va_end(ap);
    return r;
}
int main(void) {
    return count(0, "a", "b", (char *)0) != 2;
}
