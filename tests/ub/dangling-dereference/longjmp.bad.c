// C17 6.2.4p2: longjmp ends the functions that it leaves, and their objects.
#include <setjmp.h>
static jmp_buf env;
static int *kept;
static void leave(void) {
    int local = 3;
    kept = &local;
    longjmp(env, 1);
}
int main(void) {
    if (setjmp(env) == 0)
        leave();
    return *kept; //~ UB dangling-dereference
}
