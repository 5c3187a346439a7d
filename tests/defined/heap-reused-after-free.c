// expect: exit 0
// stdout: 5050
// C17 7.22.3p1: a new allocation may have the old address but is a new object.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int total = 0;
    for (int i = 0; i < 100; i++) {
        int *p = malloc(sizeof *p);
        if (!p)
            return 1;
        *p = i;
        float *f = malloc(sizeof *f);
        if (!f)
            return 1;
        *f = 0.5f;
        total += *p + (int)(*f * 2);
        free(p);
        free(f);
    }
    printf("%d\n", total);
    return 0;
}
