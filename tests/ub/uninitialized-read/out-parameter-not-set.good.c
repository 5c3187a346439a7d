// expect: exit 0
// stdout: 7
#include <stdio.h>
static int parse(const char *s, int *out) {
    if (s[0] < '0' || s[0] > '9')
        return 0;
    *out = s[0] - '0';
    return 1;
}
int main(void) {
    int n;
    parse("7", &n);
    printf("%d\n", n);
    return 0;
}
