// expect: exit 4
#include <stdlib.h>
static void last(void) {
    _Exit(4);
}
int main(void) {
    atexit(last);
    return 0;
}
