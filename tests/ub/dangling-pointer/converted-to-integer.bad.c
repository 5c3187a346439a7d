// C17 6.2.4p2: the conversion uses the value of a pointer to a dead local.
#include <stdint.h>
static int *keep;
static void set(void) { int local = 3; keep = &local; }
int main(void) {
    set();
    uintptr_t bits = (uintptr_t)keep; //~ UB dangling-pointer
    return bits == 0;
}
