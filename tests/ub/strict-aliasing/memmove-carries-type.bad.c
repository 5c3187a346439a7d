// C17 6.5p6: memmove carries the effective type from one allocated object to another.
#include <stdlib.h>
#include <string.h>
int main(void) {
    int *a = malloc(sizeof *a);
    void *b = malloc(sizeof *a);
    if (!a || !b)
        return 0;
    *a = 5;
    memmove(b, a, sizeof *a);
    float f = *(float *)b; //~ UB strict-aliasing
    free(a);
    free(b);
    return f == 5;
}
