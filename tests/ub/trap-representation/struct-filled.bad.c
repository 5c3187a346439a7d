// C17 6.2.6.1p5: memset gives the member the value 0xff.
#include <string.h>
struct options { int level; _Bool verbose; };
int main(void) {
    struct options o;
    memset(&o, 0xff, sizeof o);
    return o.verbose == 0; //~ UB trap-representation
}
