// expect: exit 12
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    volatile int count = 0;
    int unchanged = 7;
    if (setjmp(env) == 0) {
        count = 5;
        longjmp(env, 1);
    }
    return count + unchanged;
}
