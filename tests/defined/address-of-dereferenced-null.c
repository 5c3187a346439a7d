// expect: exit 0
// stdout: 1 1
// C17 6.5.3.2p3: &*p is p, even for a null pointer.
#include <stdio.h>
int main(void) {
    int *p = 0;
    int *q = &*p;
    printf("%d %d\n", q == 0, sizeof *p == sizeof(int));
    return 0;
}
