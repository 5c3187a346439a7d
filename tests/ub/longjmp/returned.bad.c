// C17 7.13.2.1p2: the function that called setjmp has returned.
#include <setjmp.h>
static jmp_buf env;
static int set(void) {
    if (setjmp(env))
        return 1;
    return 0;
}
int main(void) {
    set();
    longjmp(env, 1); //~ UB longjmp
}
