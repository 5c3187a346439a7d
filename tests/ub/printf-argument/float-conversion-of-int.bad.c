// C17 7.21.6.1p9: %f takes a double, the argument is an int.
#include <stdio.h>
int main(void) {
    int n = 3;
    printf("%.1f\n", n); //~ UB printf-argument
    return 0;
}
