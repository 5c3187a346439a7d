// expect: exit 0
// stdout: 10 4
#include <stdio.h>
static int seed = 3;
static int random_number(void) {
    seed = seed * 7 % 11;
    return seed;
}
int main(void) {
    int a[2] = { random_number() };
    a[1] = random_number();
    printf("%d %d\n", a[0], a[1]);
    return 0;
}
