// expect: exit 0
#include <stdint.h>
static int zero(void) { return 0; }
int main(void) {
    uintptr_t address = (uintptr_t)zero;
    int (*f)(void) = (int (*)(void))address;
    return f();
}
