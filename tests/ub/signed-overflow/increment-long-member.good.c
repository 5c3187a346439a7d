// expect: exit 0
#include <limits.h>
struct counter { char tag; long hits; };
static void bump(struct counter *c) {
    ++c->hits;
}
int main(void) {
    struct counter c = { 'a', LONG_MAX - 1 };
    bump(&c);
    return c.hits != LONG_MAX;
}
