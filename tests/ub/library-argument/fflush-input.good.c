// expect: exit 1
// stdin: x
#include <stdio.h>
int main(void) {
    int c = getchar();
    fflush(stdout);
    return c == 'x';
}
