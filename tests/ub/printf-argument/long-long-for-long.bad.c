// C17 7.21.6.1p9: long and long long are different types.
#include <stdio.h>
int main(void) {
    long long n = 5;
    printf("%s %ld\n", "n", n); //~ UB printf-argument
    return 0;
}
