// C17 6.5.6p9: the pointers lead to different arrays.
#include <stdio.h>
int main(void) {
    char a[4] = "abc", b[4] = "xyz";
    char *p = a, *q = b + 1;
    printf("%d\n", (int)(q - p) > 9 ? 0 : b[0]); //~ UB pointer-subtraction
    return 0;
}
