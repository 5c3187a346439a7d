// expect: exit 0
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    if (!setjmp(env))
        longjmp(env, 1);
    return 0;
}
