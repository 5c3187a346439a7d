// expect: exit 2
#include <stdlib.h>
static void again(void) {
    _Exit(2);
}
int main(void) {
    atexit(again);
    return 0;
}
