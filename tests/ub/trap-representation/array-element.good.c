// expect: exit 0
#include <string.h>
int main(void) {
    _Bool v[4];
    memcpy(v, "\0\1\1\0", 4);
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += v[i];
    return n != 2;
}
