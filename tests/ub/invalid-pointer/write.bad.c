// C17 6.3.2.3p5: the address is made up.
#include <stdint.h>
static void poke(uintptr_t address, char value) {
    *(char *)address = value; //~ UB invalid-pointer
}
int main(void) {
    char c = 0;
    poke(64, 3);
    return c == 7;
}
