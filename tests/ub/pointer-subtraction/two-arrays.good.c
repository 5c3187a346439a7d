// expect: exit 0
// stdout: 120
#include <stdio.h>
int main(void) {
    char a[4] = "abc", b[4] = "xyz";
    char *p = a, *q = a + 1;
    printf("%d\n", (int)(q - p) > 9 ? 0 : b[0]);
    return 0;
}
