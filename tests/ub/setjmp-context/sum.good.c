// expect: exit 0
#include <setjmp.h>
static jmp_buf env;
int main(int argc, char **argv) {
    if (argc == 1)
        if (0 == setjmp(env))
            return 0;
    return 1;
}
