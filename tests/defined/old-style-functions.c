// expect: exit 0
// stdout: 99 122 7
// C17 6.5.2.2p6: K&R definitions called with the promoted types.
#include <stdio.h>
int add(a, b)
    char a;
    float b;
{
    return a + (int)b;
}
first(p) char *p; { return *p; }
int later();
int main(void) {
    unsigned u = 3;
    printf("%d %d %d\n", add('a', 2.5f), first("z"), later(u, 4L));
    return 0;
}
int later(int n, long l) { return n + (int)l; }
