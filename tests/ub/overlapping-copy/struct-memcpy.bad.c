// C17 7.24.2.1p2: two elements are moved up by one with memcpy.
#include <string.h>
struct e { int k, v; };
int main(void) {
    struct e t[4] = { { 1, 1 }, { 2, 2 }, { 3, 3 }, { 0, 0 } };
    memcpy(&t[1], &t[0], 2 * sizeof t[0]); //~ UB overlapping-copy
    return t[2].k == 3;
}
