// expect: exit 0
// stdout: 9 10
// C17 6.2.4p6: an initialiser runs each time it is reached.
#include <stdio.h>
int main(void) {
    int i = 0;
top:;
    int v = i * i, w;
    w = v + 1;
    i++;
    if (i < 4)
        goto top;
    printf("%d %d\n", v, w);
    return 0;
}
