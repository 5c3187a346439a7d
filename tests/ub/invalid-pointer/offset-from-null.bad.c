// C17 6.3.2.3p5: an address made from an integer sum.
#include <stddef.h>
struct s { int a, b; };
int main(void) {
    struct s s = { 1, 2 };
    unsigned long base = 0x100;
    int *p = (int *)(base + offsetof(struct s, b));
    return *p - 2; //~ UB invalid-pointer
}
