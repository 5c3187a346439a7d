// C17 6.5p6: the store gave the heap memory the effective type int.
#include <stdlib.h>
int main(void) {
    void *m = malloc(sizeof(int));
    if (!m)
        return 0;
    *(int *)m = 0;
    float f = *(float *)m; //~ UB strict-aliasing
    free(m);
    return f != 0.0f;
}
