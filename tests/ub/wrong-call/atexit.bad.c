// C17 7.22.4.2p2, 6.5.2.2p9: the registered function is called without arguments.
#include <stdlib.h>
static void last(int code) {
    _Exit(code);
}
int main(void) {
    atexit((void (*)(void))last); //~ UB wrong-call
    return 0;
}
