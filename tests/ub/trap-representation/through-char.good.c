// expect: exit 0
#include <stdbool.h>
int main(void) {
    bool b = false;
    unsigned char *p = (unsigned char *)&b;
    *p = 0;
    if (b)
        return 1;
    return 0;
}
