// expect: exit 0
// stdout: 0
#include <stdio.h>
static unsigned whole(double d) { return d; }
int main(void) {
    printf("%u\n", whole(-0.75));
    return 0;
}
