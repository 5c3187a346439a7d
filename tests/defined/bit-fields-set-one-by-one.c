// expect: exit 0
// stdout: 3 6 -5
// C17 6.7.2.1p10: an uninitialised structure whose fields are all assigned before they are read.
#include <stdio.h>
struct f { unsigned a : 3, b : 7; int c : 9; };
static struct f make(int n) {
    struct f f;
    f.a = n;
    f.c = -n;
    f.b = n + 1;
    return f;
}
int main(void) {
    struct f f = make(5);
    f.a += f.b;
    printf("%d %d %d\n", f.a, f.b, f.c);
    return 0;
}
