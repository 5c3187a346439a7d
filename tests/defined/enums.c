// expect: exit 0
// stdout: 19 -3 4 19
// C17 6.7.2.2p4: an enumeration type takes every value of its compatible type.
#include <stdio.h>
enum color { RED = 1, GREEN, BLUE = 1 << 4, LAST };
enum sign { NEGATIVE = -1, POSITIVE = 1 };
int main(void) {
    enum color c = RED | BLUE;
    enum sign s = NEGATIVE;
    c = c + 2;
    s *= 3;
    int a[LAST] = { [BLUE] = 4 };
    unsigned *p = (unsigned *)&c;
    printf("%d %d %d %u\n", c, s, a[BLUE], *p);
    return 0;
}
