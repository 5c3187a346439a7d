// expect: exit 0
// stdout: 113 472
// C17 6.2.4p3: a pointer to a static local outlives the call.
#include <stdio.h>
static int *counter(void) {
    static int n = 10;
    n++;
    return &n;
}
static char *digits(int n) {
    static char out[4];
    for (int i = 2; i >= 0; i--, n /= 10)
        out[i] = (char)('0' + n % 10);
    return out;
}
int main(void) {
    int *p = counter();
    counter();
    *p += 100;
    printf("%d %s\n", *counter(), digits(472));
    return 0;
}
