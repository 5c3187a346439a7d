// C17 6.3.2.3p5: no function is at that address.
#include <stdint.h>
static int zero(void) { return 0; }
int main(void) {
    uintptr_t address = 0x2000;
    int (*f)(void) = (int (*)(void))address;
    return f(); //~ UB invalid-pointer
}
