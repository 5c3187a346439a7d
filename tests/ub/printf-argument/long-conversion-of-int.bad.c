// C17 7.21.6.1p9: %ld takes a long, the argument is an int.
#include <stdio.h>
int main(void) {
    int n = 5;
    printf("%ld\n", n); //~ UB printf-argument
    return 0;
}
