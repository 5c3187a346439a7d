// C17 7.21.6.1p8: the complete specification must be %%.
#include <stdio.h>
int main(void) {
    printf("%5%\n"); //~ UB printf-argument
    return 0;
}
