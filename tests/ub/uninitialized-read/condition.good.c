// expect: exit 0
// stdout: set
#include <stdio.h>
int main(void) {
    int flag = 1;
    if (flag)
        puts("set");
    return 0;
}
