// expect: exit 0
// stdout: -60 3 93
// C17 6.5p3: the calls touch different state.
#include <stdio.h>
static int a = 1, b = 100;
static int left(void) { return a *= 3; }
static int right(void) { return b -= 7; }
static int get(const int *p) { return *p; }
int main(void) {
    int v[2] = { 5, 6 };
    int r = left() - right() + get(v) * get(v + 1);
    printf("%d %d %d\n", r, a, b);
    return 0;
}
