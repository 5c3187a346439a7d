// expect: exit 0
// stdout: 0 1 2.5 1.5
// C17 6.5.16p3: exchanging values without a temporary, on distinct objects.
#include <stdio.h>
static void swap(unsigned *a, unsigned *b) {
    *a ^= *b;
    *b ^= *a;
    *a ^= *b;
}
static void exchange(void *a, void *b, unsigned long n) {
    char *p = a, *q = b;
    while (n--) {
        char t = *p;
        *p++ = *q;
        *q++ = t;
    }
}
int main(void) {
    unsigned a = 1, b = 2;
    swap(&a, &b);
    swap(&a, &a);
    double x = 1.5, y = 2.5;
    exchange(&x, &y, sizeof x);
    printf("%u %u %g %g\n", a, b, x, y);
    return 0;
}
