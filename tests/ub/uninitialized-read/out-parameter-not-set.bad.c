// C17 6.7.9p10: the callee does not set its result on failure.
#include <stdio.h>
static int parse(const char *s, int *out) {
    if (s[0] < '0' || s[0] > '9')
        return 0;
    *out = s[0] - '0';
    return 1;
}
int main(void) {
    int n;
    parse("x", &n);
    printf("%d\n", n); //~ UB uninitialized-read
    return 0;
}
