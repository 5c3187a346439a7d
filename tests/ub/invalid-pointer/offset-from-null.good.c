// expect: exit 0
#include <stddef.h>
struct s { int a, b; };
int main(void) {
    struct s s = { 1, 2 };
    unsigned long base = (unsigned long)&s;
    int *p = (int *)(base + offsetof(struct s, b));
    return *p - 2;
}
