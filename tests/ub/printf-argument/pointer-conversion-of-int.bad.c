// C17 7.21.6.1p9: %p takes a pointer to void, the argument is an int.
#include <stdio.h>
int main(void) {
    int zero = 0;
    printf("%p\n", zero); //~ UB printf-argument
    return 0;
}
