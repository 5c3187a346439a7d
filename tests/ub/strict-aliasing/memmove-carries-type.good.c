// expect: exit 0
#include <stdlib.h>
#include <string.h>
int main(void) {
    int *a = malloc(sizeof *a);
    void *b = malloc(sizeof *a);
    if (!a || !b)
        return 0;
    *a = 5;
    memmove(b, a, sizeof *a);
    *(float *)b = 2;
    float f = *(float *)b;
    free(a);
    free(b);
    return f == 5;
}
