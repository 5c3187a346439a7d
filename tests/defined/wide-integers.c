// expect: exit 0
// stdout: fffffffffffffffe 1
// stdout: fffffffaaaaaaaaa 1 1
// C17 6.2.5p9: __int128 and unsigned multiplication by parts.
#include <stdio.h>
int main(void) {
    unsigned __int128 u = (unsigned __int128)~0ull * ~0ull;
    __int128 s = -((__int128)1 << 100);
    s /= 3;
    unsigned __int128 wrap = 0;
    wrap--;
    printf("%llx %llx\n", (unsigned long long)(u >> 64), (unsigned long long)u);
    printf("%llx %d %d\n", (unsigned long long)(s >> 64), s < 0, wrap > u);
    return 0;
}
