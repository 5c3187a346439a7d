// expect: exit 0
#include <string.h>
struct options { int level; _Bool verbose; };
int main(void) {
    struct options o;
    memset(&o, 0xff, sizeof o);
    o.verbose = 1;
    return o.verbose == 0;
}
