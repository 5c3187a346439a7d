// C17 6.5.2.2p10: both arguments print.
#include <stdio.h>
static int ask(const char *what) { return printf("%s\n", what); }
static int max(int a, int b) { return a > b ? a : b; }
int main(void) {
    return max(ask("first"), ask("second")) != 7; //~ UB order-dependent
}
