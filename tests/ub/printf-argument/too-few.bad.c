// C17 7.21.6.1p2: there are fewer arguments than conversions.
#include <stdio.h>
int main(void) {
    int a = 1, b = 2;
    printf("%d %d\n", a); //~ UB printf-argument
    return 0;
}
