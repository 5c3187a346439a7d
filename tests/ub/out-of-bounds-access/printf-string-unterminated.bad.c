// C17 7.21.6.1p8: %s needs a terminating null character or a precision.
#include <stdio.h>
int main(void) {
    char s[2] = { 'h', 'i' };
    printf("%s\n", s); //~ UB out-of-bounds-access
    return 0;
}
