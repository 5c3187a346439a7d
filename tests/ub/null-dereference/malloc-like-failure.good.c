// expect: exit 0
// stdout: key
#include <string.h>
#include <stdio.h>
int main(void) {
    char s[] = "key=value";
    char *p = strchr(s, '=');
    *p = 0;
    puts(s);
    return 0;
}
