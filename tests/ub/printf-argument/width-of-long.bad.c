// C17 7.21.6.1p5: the width given by * is an int.
#include <stdio.h>
int main(void) {
    unsigned long width = 5;
    printf("%*d\n", width, 42); //~ UB printf-argument
    return 0;
}
