// expect: exit 0
#include <string.h>
int main(void) {
    unsigned char two = 1;
    _Bool b;
    memcpy(&b, &two, 1);
    return !b;
}
