// expect: exit 0
// stdout: 0 heLlo 3 b
// C17 6.7.3p6: an object that is not const may be written although a const pointer led to it.
#include <stdio.h>
#include <string.h>
static void zero(const int *p) { *(int *)p = 0; }
static char *find(const char *s, char c) {
    while (*s && *s != c)
        s++;
    return (char *)s;
}
int main(void) {
    int x = 5;
    const int *view = &x;
    zero(view);
    char s[] = "hello";
    *find(s, 'l') = 'L';
    const int fixed = 3;
    int *reader = (int *)&fixed;
    printf("%d %s %d %c\n", *view, s, *reader, *find("abc", 'b'));
    return 0;
}
