// expect: exit 3
#include <setjmp.h>
static jmp_buf env;
int main(void) {
    switch (setjmp(env)) {
    case 0: longjmp(env, 3);
    case 3: return 3;
    default: return 1;
    }
}
