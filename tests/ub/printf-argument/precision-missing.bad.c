// C17 7.21.6.1p2: the argument for .* is missing.
#include <stdio.h>
int main(void) {
    printf("%.*f\n", 1.5); //~ UB printf-argument
    return 0;
}
