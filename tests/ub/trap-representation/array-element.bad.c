// C17 6.2.6.1p5: one _Bool of the array holds 7.
#include <string.h>
int main(void) {
    _Bool v[4];
    memcpy(v, "\0\1\7\0", 4);
    int n = 0;
    for (int i = 0; i < 4; i++)
        n += v[i]; //~ UB trap-representation
    return n != 2;
}
