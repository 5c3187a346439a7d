// C17 7.21.6.8p2: after vprintf the list is indeterminate.
#include <stdarg.h>
#include <stdio.h>
static void twice(const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    vprintf(format, ap);
    vprintf(format, ap); //~ UB va-arg
    va_end(ap);
}
int main(void) {
    twice("%d\n", 1);
    return 0;
}
