// C17 7.21.6.2p10, through a va_list: %hhd stores a signed char, not an int.
#include <stdarg.h>
#include <stdio.h>
static int read(const char *text, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = vsscanf(text, format, list); //~ UB scanf-argument
    va_end(list);
    return count;
}
int main(void) {
    int value = 0;
    return read("5", "%hhd", &value) + value;
}
