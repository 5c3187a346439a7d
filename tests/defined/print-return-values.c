// expect: exit 0
// stdout: 123
// stdout: 6 5 4
// C17 7.21.6.5p3: snprintf counts what it would have written.
#include <stdio.h>
int main(void) {
    char s[4];
    int n = snprintf(s, sizeof s, "%d", 123456);
    int m = snprintf(NULL, 0, "%s-%s", "ab", "cd");
    int k = printf("%s\n", s);
    printf("%d %d %d\n", n, m, k);
    return 0;
}
