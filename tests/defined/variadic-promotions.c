// expect: exit 0
// stdout: 212
// C17 6.5.2.2p7: arguments for the ellipsis are promoted.
#include <stdarg.h>
#include <stdio.h>
static double total(const char *kinds, ...) {
    va_list ap;
    double sum = 0;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        switch (*kinds) {
        case 'c':
        case 's':
        case 'i': sum += va_arg(ap, int); break;
        case 'f':
        case 'd': sum += va_arg(ap, double); break;
        case 'l': sum += va_arg(ap, long); break;
        }
    va_end(ap);
    return sum;
}
int main(void) {
    struct { unsigned b : 5; } bits = { 9 };
    printf("%g\n", total("csifdli", 'a', (short)-3, 5, 1.5f, 2.5, 100L, bits.b));
    return 0;
}
