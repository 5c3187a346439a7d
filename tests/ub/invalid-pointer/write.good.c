// expect: exit 0
#include <stdint.h>
static void poke(uintptr_t address, char value) {
    *(char *)address = value;
}
int main(void) {
    char c = 0;
    poke((uintptr_t)&c, 3);
    return c == 7;
}
