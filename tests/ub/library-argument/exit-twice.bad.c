// C17 7.22.4.4p2: a program calls exit more than once.
#include <stdlib.h>
static void again(void) {
    exit(2); //~ UB library-argument
}
int main(void) {
    atexit(again);
    return 0;
}
