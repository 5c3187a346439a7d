// expect: exit 0
// stdout: 136
// C17 7.16.1.1p2: int for unsigned and unsigned for int where the value fits both; char * for void *.
#include <stdarg.h>
#include <stdio.h>
static int mixed(int n, ...) {
    va_list ap;
    va_start(ap, n);
    unsigned u = va_arg(ap, unsigned);
    int i = va_arg(ap, int);
    unsigned long l = va_arg(ap, unsigned long);
    void *v = va_arg(ap, void *);
    char *c = va_arg(ap, char *);
    va_end(ap);
    return (int)(u + i + l) + *(char *)v + *c;
}
int main(void) {
    char s[] = "A";
    printf("%d\n", mixed(5, 1, 2u, 3L, s, (void *)s));
    return 0;
}
