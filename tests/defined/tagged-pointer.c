// expect: exit 0
// stdout: 6 1 6
// C17 6.3.2.3p6: a tag in the low bits is removed before the pointer is used.
#include <stdint.h>
#include <stdio.h>
int main(void) {
    static int x = 5;
    uintptr_t tagged = (uintptr_t)&x | 1;
    int *p = (int *)(tagged & ~(uintptr_t)1);
    *p += 1;
    uintptr_t copy = (uintptr_t)p ^ 0xff;
    printf("%d %d %d\n", x, (int)(tagged & 1), *(int *)(copy ^ 0xff));
    return 0;
}
