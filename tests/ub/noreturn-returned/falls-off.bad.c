// C17 6.7.4p8: the function reaches its end.
#include <stdlib.h>
static _Noreturn void stop(int code) {
    if (code >= 0)
        exit(code);
}
int main(void) {
    stop(-1); //~ UB noreturn-returned
}
