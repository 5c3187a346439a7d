// expect: exit 0
// stdout: 4 0
// C17 6.3.2.3p7: a character pointer walks over the bytes of a whole object.
#include <stdio.h>
int main(void) {
    int a[2][2] = { { 1, 256 }, { 65536, 16777216 } };
    unsigned char *p = (unsigned char *)a;
    int ones = 0;
    for (unsigned long i = 0; i < sizeof a; i++)
        ones += p[i];
    for (unsigned char *q = p, *end = p + sizeof a; q < end; q++)
        *q = 0;
    printf("%d %d\n", ones, a[1][1]);
    return 0;
}
