// expect: exit 0
#include <stdarg.h>
static int count(int n, ...) {
    va_list ap;
    if (n > 0)
        va_start(ap, n);
    va_end(ap);
    return n;
}
int main(void) { return count(1, 2) - 1; }
