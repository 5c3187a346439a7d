// expect: exit 0
// stdout: first
// stdout: second
#include <stdio.h>
static int ask(const char *what) { return printf("%s\n", what); }
static int max(int a, int b) { return a > b ? a : b; }
int main(void) {
    int a = ask("first"), b = ask("second");
    return max(a, b) != 7;
}
