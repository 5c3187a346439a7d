// C17 6.2.6.1p5: the byte of a _Bool object is set to 255.
#include <stdbool.h>
int main(void) {
    bool b = false;
    unsigned char *p = (unsigned char *)&b;
    *p = 255;
    if (b) //~ UB trap-representation
        return 1;
    return 0;
}
