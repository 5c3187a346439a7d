// expect: exit 0
// stdout: hi
#include <stdio.h>
int main(void) {
    char s[2] = { 'h', 'i' };
    printf("%.2s\n", s);
    return 0;
}
