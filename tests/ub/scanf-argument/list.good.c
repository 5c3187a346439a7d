// expect: exit 6
#include <stdarg.h>
#include <stdio.h>
static int read(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsscanf(text, format, list);
    va_end(list);
    return count;
}
int main(void) {
    signed char value = 0;
    int count = read("5", "%hhd", &value);
    return count + value;
}
