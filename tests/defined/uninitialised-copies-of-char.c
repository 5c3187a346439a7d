// expect: exit 0
// stdout: aa
// C17 6.2.6.1p4: bytes without a value may be moved around as bytes.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    unsigned char *p = malloc(8), *q = malloc(8);
    if (!p || !q)
        return 1;
    p[0] = 'a';
    memcpy(q, p, 8);
    memmove(q + 1, q, 7);
    p = realloc(p, 64);
    if (!p)
        return 1;
    printf("%c%c\n", q[1], p[0]);
    free(p);
    free(q);
    return 0;
}
