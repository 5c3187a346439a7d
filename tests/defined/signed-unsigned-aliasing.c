// expect: exit 0
// stdout: 4294967295
// stdout: 7 18446744073709551614 3
// C17 6.5p7: the signed or unsigned variant of the type may access the object.
#include <stdio.h>
int main(void) {
    int i = -1;
    unsigned *p = (unsigned *)&i;
    printf("%u\n", *p);
    *p = 7;
    unsigned long a[2] = { 1, 2 };
    long *q = (long *)a;
    q[1] = -q[1];
    const volatile short s = 3;
    printf("%d %lu %d\n", i, a[1], *(const volatile unsigned short *)&s);
    return 0;
}
