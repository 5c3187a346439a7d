// C17 7.13.1.1p4, p5: the value of setjmp is assigned.
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    int code = setjmp(env); //~ UB setjmp-context
    return code;
}
