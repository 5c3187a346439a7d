// C17 6.5.3.2p4: an entry of the table was never set.
#include <stdio.h>
static void hello(void) { puts("hello"); }
static void (*table[3])(void) = { hello, 0, hello };
int main(void) {
    for (int i = 0; i < 3; i++)
        table[i](); //~ UB null-dereference
    return 0;
}
