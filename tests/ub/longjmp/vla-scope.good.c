// expect: exit 1
#include <setjmp.h>
static jmp_buf env;
int main(int argc, char **argv) {
    volatile int again = 0;
    {
        char text[argc + 4];
        text[0] = 0;
        if (setjmp(env) != 0)
            return 1;
        if (again++ == 0)
            longjmp(env, 1);
    }
    return 0;
}
