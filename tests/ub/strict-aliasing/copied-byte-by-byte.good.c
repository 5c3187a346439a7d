// expect: exit 0
#include <stdlib.h>
int main(void) {
    float f = 1;
    unsigned char *m = malloc(sizeof f);
    if (!m)
        return 0;
    for (unsigned i = 0; i < sizeof f; i++)
        m[i] = ((unsigned char *)&f)[i];
    float copy = *(float *)m;
    free(m);
    return copy == 0;
}
