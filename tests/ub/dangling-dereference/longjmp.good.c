// expect: exit 3
#include <setjmp.h>
static jmp_buf env;
static int *kept;
static void leave(void) {
    static int local = 3;
    kept = &local;
    longjmp(env, 1);
}
int main(void) {
    if (setjmp(env) == 0)
        leave();
    return *kept;
}
