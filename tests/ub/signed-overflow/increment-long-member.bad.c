// C17 6.5p5: the member is LONG_MAX when it is incremented.
#include <limits.h>
struct counter { char tag; long hits; };
static void bump(struct counter *c) {
    ++c->hits; //~ UB signed-overflow
}
int main(void) {
    struct counter c = { 'a', LONG_MAX };
    bump(&c);
    return c.hits != LONG_MAX;
}
