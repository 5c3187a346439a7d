// expect: exit 0
#include <stdlib.h>
int main(void) {
    void *m = malloc(sizeof(int));
    if (!m)
        return 0;
    *(int *)m = 0;
    *(float *)m = 0.0f;
    float f = *(float *)m;
    free(m);
    return f != 0.0f;
}
