// expect: exit 0
// stdout: 5050 0 9
// C17 6.5.2.2p11: every activation has its own locals.
#include <stdio.h>
static int depth(int n, int *above) {
    int here = above ? *above + 1 : 0;
    return n ? depth(n - 1, &here) + here : here;
}
static int even(unsigned n);
static int odd(unsigned n) { return n ? even(n - 1) : 0; }
static int even(unsigned n) { return n ? odd(n - 1) : 1; }
static int ackermann(int m, int n) {
    return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
int main(void) {
    printf("%d %d %d\n", depth(100, 0), even(101), ackermann(2, 3));
    return 0;
}
