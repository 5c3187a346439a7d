// C17 7.21.6.1p7: the length hh does not go with f.
#include <stdio.h>
int main(void) {
    printf("%hhf\n", 1.0); //~ UB printf-argument
    return 0;
}
