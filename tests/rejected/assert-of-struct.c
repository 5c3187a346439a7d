// C17 7.2.1.1p2: the argument of assert is a structure.
#include <assert.h>
int main(void) {
    struct { int x; } s = { 1 };
    assert(s);
    return 0;
}
