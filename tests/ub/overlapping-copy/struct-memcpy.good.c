// expect: exit 0
#include <string.h>
struct e { int k, v; };
int main(void) {
    struct e t[4] = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 0, 0 } };
    memcpy(&t[2], &t[0], 2 * sizeof t[0]);
    return t[2].k == 3;
}
