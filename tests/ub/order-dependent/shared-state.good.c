// expect: exit 0
// stdout: 7
#include <stdio.h>
static int state = 1;
static int twice(void) { return state *= 2; }
static int plus_three(void) { return state += 3; }
int main(void) {
    int r = twice();
    r += plus_three();
    printf("%d\n", r);
    return 0;
}
