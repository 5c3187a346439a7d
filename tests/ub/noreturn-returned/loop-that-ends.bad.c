// C17 6.7.4p8: the loop ends after all.
#include <stdlib.h>
static _Noreturn void spin(int n) {
    while (n-- > 0)
        if (n < 0)
            exit(0);
}
int main(void) {
    if (sizeof(int) == 4)
        spin(3); //~ UB noreturn-returned
    return 1;
}
