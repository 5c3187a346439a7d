// expect: exit 0
// stdout: 1 ffffffffff
// C17 6.7.2.1p10: what is stored back into a field is reduced to its width, however it was computed.
#include <stdio.h>
struct s { unsigned long long a : 33, b : 40; };
int main(void) {
    struct s s = { 0x1ffffffffULL, 0 };
    s.a += 2;
    s.b -= 1;
    printf("%llx %llx\n", (unsigned long long)s.a, (unsigned long long)s.b);
    return 0;
}
