// C17 7.21.6.1p9: %y is no conversion.
#include <stdio.h>
int main(void) {
    printf("100%y\n"); //~ UB printf-argument
    return 0;
}
