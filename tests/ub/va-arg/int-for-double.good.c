// expect: exit 0
// stdout: 1
// stdout: 2.5
#include <stdarg.h>
#include <stdio.h>
static void show(const char *kinds, ...) {
    va_list ap;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        if (*kinds == 'i')
            printf("%d\n", va_arg(ap, int));
        else
            printf("%g\n", va_arg(ap, double));
    va_end(ap);
}
int main(void) {
    show("id", 1, 2.5);
    return 0;
}
