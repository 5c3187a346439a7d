// C17 7.21.6.1p9: %d takes an int, the argument is a long.
#include <stdio.h>
int main(void) {
    long n = 5;
    printf("%d\n", n); //~ UB printf-argument
    return 0;
}
