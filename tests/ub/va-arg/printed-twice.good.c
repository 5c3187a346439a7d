// expect: exit 0
// stdout: 1
// stdout: 1
#include <stdarg.h>
#include <stdio.h>
static void twice(const char *format, ...) {
    va_list ap, again;
    va_start(ap, format);
    va_copy(again, ap);
    vprintf(format, ap);
    vprintf(format, again);
    va_end(again);
    va_end(ap);
}
int main(void) {
    twice("%d\n", 1);
    return 0;
}
