// C17 7.21.6.1p9: %d takes an int, the argument is a pointer.
#include <stdio.h>
int main(void) {
    char out[32];
    int x = 7, *p = &x;
    sprintf(out, "%d", p); //~ UB printf-argument
    puts(out);
    return 0;
}
