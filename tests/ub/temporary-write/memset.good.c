// expect: exit 0
#include <string.h>
struct name { char text[8]; };
static struct name get(void) {
    struct name n = { "abc" };
    return n;
}
int main(void) {
    return strlen(get().text) != 3;
}
