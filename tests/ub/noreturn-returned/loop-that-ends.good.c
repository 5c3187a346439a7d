// expect: exit 0
#include <stdlib.h>
static _Noreturn void spin(int n) {
    while (n-- > -1)
        if (n < 0)
            exit(0);
}
int main(void) {
    if (sizeof(int) == 4)
        spin(3);
    return 1;
}
