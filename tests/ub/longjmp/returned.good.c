// expect: exit 1
#include <setjmp.h>
static jmp_buf env;
static int set(void) {
    if (setjmp(env))
        return 1;
    longjmp(env, 1);
}
int main(void) {
    return set();
}
