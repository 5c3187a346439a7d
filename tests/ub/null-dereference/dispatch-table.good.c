// expect: exit 0
// stdout: hello
// stdout: hello
#include <stdio.h>
static void hello(void) { puts("hello"); }
static void (*table[3])(void) = { hello, 0, hello };
int main(void) {
    for (int i = 0; i < 3; i += 2)
        table[i]();
    return 0;
}
