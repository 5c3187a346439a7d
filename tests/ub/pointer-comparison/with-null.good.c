// expect: exit 0
#include <stddef.h>
int main(void) {
    char c = 'x';
    char *p = &c;
    return p != (char *)NULL ? 0 : 1;
}
