// expect: exit 5
// The member of the packed struct may lie anywhere, and is known to.
#include <string.h>
struct pair { short a, b; };
struct __attribute__((packed)) wire { char tag; struct pair pair; };
static int sum(struct pair pair) { return pair.a + pair.b; }
int main(void) {
    struct wire wire = {1, {2, 3}};
    const struct wire *p = &wire;
    return sum(p->pair);
}
