// C17 7.21.6.1p9: the format that is chosen at run time does not fit the argument.
#include <stdio.h>
static void show(int wide, long long n) {
    const char *format = wide ? "%lld\n" : "%d\n";
    printf(format, n); //~ UB printf-argument
}
int main(void) {
    show(1, 1);
    show(0, 2);
    return 0;
}
