// C17 7.13.1.1p4, p5: setjmp is compared with a constant, but that is not the entire condition.
#include <setjmp.h>
static jmp_buf env;
int main(int argc, char **argv) {
    if (argc == 1 && setjmp(env) == 0) //~ UB setjmp-context
        return 0;
    return 1;
}
