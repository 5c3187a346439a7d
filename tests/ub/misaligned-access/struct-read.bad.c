// C17 6.3.2.3p7: a struct that needs an even address is read as a whole at an odd one.
#include <string.h>
struct pair { short a, b; };
struct __attribute__((packed)) wire { char tag; struct pair pair; };
static int sum(struct pair pair) { return pair.a + pair.b; }
int main(void) {
    struct wire wire = {1, {2, 3}};
    const struct pair *p = (const void *)(&wire.tag + 1); //~ UB misaligned-access
    return sum(*p);
}
