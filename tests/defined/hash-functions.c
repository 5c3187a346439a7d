// expect: exit 0
// stdout: 685448000 8748534153485358512 217083232
// C17 6.2.5p9: the unsigned arithmetic of hashes and generators.
#include <stdio.h>
static unsigned fnv(const char *s) {
    unsigned h = 2166136261u;
    while (*s)
        h = (h ^ (unsigned char)*s++) * 16777619u;
    return h;
}
static unsigned long long xorshift(unsigned long long *s) {
    *s ^= *s << 13;
    *s ^= *s >> 7;
    return *s ^= *s << 17;
}
int main(void) {
    unsigned long long s = 88172645463325252ull;
    unsigned lcg = 1;
    for (int i = 0; i < 5; i++)
        lcg = lcg * 1664525u + 1013904223u;
    printf("%u %llu %u\n", fnv("gadfly"), xorshift(&s), lcg);
    return 0;
}
