// C17 6.2.6.1p5: the _Bool object holds 2.
#include <string.h>
int main(void) {
    unsigned char two = 2;
    _Bool b;
    memcpy(&b, &two, 1);
    return !b; //~ UB trap-representation
}
