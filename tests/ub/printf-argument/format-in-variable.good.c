// expect: exit 0
// stdout: 1
// stdout: 2
#include <stdio.h>
static void show(int wide, long long n) {
    const char *format = wide ? "%lld\n" : "%d\n";
    wide ? printf(format, n) : printf(format, (int)n);
}
int main(void) {
    show(1, 1);
    show(0, 2);
    return 0;
}
