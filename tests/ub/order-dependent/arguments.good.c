// expect: exit 0
// stdout: 1 2
#include <stdio.h>
static int next(void) {
    static int n;
    return ++n;
}
int main(void) {
    int first = next(), second = next();
    printf("%d %d\n", first, second);
    return 0;
}
