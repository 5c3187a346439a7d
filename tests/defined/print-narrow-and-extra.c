// expect: exit 0
// stdout: 200 -3 0.5 1 1
// stdout: 1
// stdout: 44 ff
// C17 7.21.6.1p2: promoted arguments, narrowing length modifiers, and arguments in excess are ignored.
#include <stdio.h>
int main(void) {
    unsigned char u = 200;
    short s = -3;
    float f = 0.5f;
    _Bool b = 1;
    enum { A, B } e = B;
    printf("%d %d %g %d %u\n", u, s, f, b, e);
    printf("%d\n", 1, 2, 3);
    printf("%hhu %hhx\n", (unsigned char)300, (unsigned char)255);
    return 0;
}
