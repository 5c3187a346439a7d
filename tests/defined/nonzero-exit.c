// expect: exit 42
// stdout: leaving
// C17 7.22.4.4p5: the exit status is the program's own business.
// A status other than zero, from a call below main.
#include <stdio.h>
#include <stdlib.h>
static void leave(int code) {
    printf("leaving\n");
    exit(code);
}
int main(void) {
    leave(42);
    return 1;
}
