// expect: exit 0
// stdout: 5 1.5 2.5 8
// C17 6.5p6: a store gives heap memory a new effective type.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    void *m = malloc(16);
    if (!m)
        return 1;
    *(int *)m = 5;
    int a = *(int *)m;
    *(float *)m = 1.5f;
    float f = *(float *)m;
    double d = 2.5;
    memcpy(m, &d, sizeof d);
    double e = *(double *)m;
    short s[2] = { 7, 8 };
    memmove(m, s, sizeof s);
    printf("%d %g %g %d\n", a, f, e, ((short *)m)[1]);
    free(m);
    return 0;
}
