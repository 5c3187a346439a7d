// expect: exit 0
// stdout: 7
#include <stdio.h>
int main(void) {
    char out[32];
    int x = 7, *p = &x;
    sprintf(out, "%d", *p);
    puts(out);
    return 0;
}
