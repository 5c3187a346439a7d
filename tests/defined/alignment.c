// expect: exit 0
// stdout: 0 32 3 0
// stdout: 0.5
// C17 6.7.5p6: aligned objects, and pointers cast back to their own alignment.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct s { char c; _Alignas(16) int i; };
int main(void) {
    _Alignas(8) char raw[16] = { 0 };
    struct s s[2];
    char *p = (char *)&s[1].i;
    *(int *)p = 3;
    long *heap = malloc(32);
    if (!heap)
        return 1;
    *(double *)(heap + 1) = 0.5;
    printf("%d %d %d %d\n", (int)((uintptr_t)raw % 8), (int)sizeof(struct s), s[1].i, (int)((uintptr_t)&s[0].i % 16));
    printf("%g\n", *(double *)((char *)heap + 8));
    free(heap);
    return 0;
}
