// expect: exit 0
#include <stdlib.h>
static _Noreturn void stop(int code) {
    if (code >= 0)
        exit(code);
}
int main(void) {
    stop(0);
}
