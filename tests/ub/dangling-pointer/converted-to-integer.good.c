// expect: exit 0
#include <stdint.h>
static int *keep;
static uintptr_t set(void) { int local = 3; keep = &local; return (uintptr_t)keep; }
int main(void) {
    uintptr_t bits = set();
    return bits == 0;
}
