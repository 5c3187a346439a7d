// expect: exit 0
// stdout: 14 4 10 17
// C17 6.5.16p3: the left operand's call and the right operand touch different things.
#include <stdio.h>
static int v[4];
static int *at(int i) { return &v[i]; }
static int square(int x) { return x * x; }
int main(void) {
    for (int i = 0; i < 4; i++)
        *at(i) = square(i + 1);
    *at(0) += *at(1) + *at(2);
    *at(3) = *at(3) + 1;
    at(1)[1]++;
    printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
    return 0;
}
