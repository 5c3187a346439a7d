// expect: exit 0
// stdout: ***ret
#include <string.h>
#include <stdio.h>
int main(void) {
    char *p = (char[]){ "secret" };
    memset(p, '*', 3);
    puts(p);
    return 0;
}
