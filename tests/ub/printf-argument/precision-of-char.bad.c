// C17 7.21.6.1p4: a precision with a conversion that has none.
#include <stdio.h>
int main(void) {
    printf("%.2c\n", 'a'); //~ UB printf-argument
    return 0;
}
