// C17 7.13.2.1p3: `count` is not volatile and was changed between setjmp and longjmp, so it is indeterminate.
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    int count = 0;
    if (setjmp(env) == 0) {
        count = 5;
        longjmp(env, 1);
    }
    return count; //~ UB uninitialized-read
}
