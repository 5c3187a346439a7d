// C17 7.13.2.1p2: there was no call of setjmp.
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    longjmp(env, 1); //~ UB longjmp
}
