// expect: exit 0
// stdout: 0 0 abc
// stdout: [] []
// C17 7.24.1p2: zero bytes at valid pointers, one past the end included.
#include <stdio.h>
#include <string.h>
int main(void) {
    char a[4] = "abc", b[4] = "xyz";
    memcpy(a + 4, b, 0);
    memmove(a, b + 4, 0);
    memset(a + 4, 1, 0);
    printf("%d %d %s\n", memcmp(a + 4, b + 4, 0), strncmp(a, b, 0), a);
    printf("[%.0s] [%.*s]\n", a, 0, b + 4);
    return 0;
}
