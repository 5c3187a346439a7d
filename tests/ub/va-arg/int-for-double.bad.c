// C17 7.16.1.1p2: the argument is a double, int is asked for.
#include <stdarg.h>
#include <stdio.h>
static void show(const char *kinds, ...) {
    va_list ap;
    va_start(ap, kinds);
    for (; *kinds; kinds++)
        if (*kinds == 'i')
            printf("%d\n", va_arg(ap, int)); //~ UB va-arg
        else
            printf("%g\n", va_arg(ap, double));
    va_end(ap);
}
int main(void) {
    show("ii", 1, 2.5);
    return 0;
}
