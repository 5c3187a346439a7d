// C17 7.21.6.1p8: n has no field width.
#include <stdio.h>
int main(void) {
    int n = 0;
    printf("ab%3n\n", &n); //~ UB printf-argument
    return n;
}
