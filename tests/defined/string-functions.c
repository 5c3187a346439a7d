// expect: exit 0
// stdout: hello world hel world orld 1
// stdout: 1 0 1 11
// stdout: abc lo world 1
// C17 7.24.1p1: within their arrays, terminators included.
#include <stdio.h>
#include <string.h>
int main(void) {
    char a[12] = "hello", b[6];
    strncpy(b, a, 3);
    b[3] = 0;
    strcat(a, " world");
    char *p = strchr(a, 'w'), *q = strrchr(a, 'o'), *none = strchr(b, 'x');
    printf("%s %s %s %s %d\n", a, b, p, q, none == 0);
    printf("%d %d %d %d\n", strcmp(a, b) > 0, strncmp(a, b, 3), memcmp("a\0b", "a\0c", 3) < 0, (int)strlen(a));
    char full[3];
    strncpy(full, "abc", 3);
    printf("%.3s %s %d\n", full, strstr(a, "lo"), memchr(full, 'c', 3) == full + 2);
    return 0;
}
