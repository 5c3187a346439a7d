// C17 6.2.4p8: memset writes into the array of a returned structure.
#include <string.h>
struct name { char text[8]; };
static struct name get(void) {
    struct name n = { "abc" };
    return n;
}
int main(void) {
    return *(char *)memset(get().text, 'x', 2) != 'x'; //~ UB temporary-write
}
