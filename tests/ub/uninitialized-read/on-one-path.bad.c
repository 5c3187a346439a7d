// C17 6.3.2.1p2: only one branch gives the local a value.
#include <stdio.h>
static int sign(int n) {
    int r;
    if (n > 0)
        r = 1;
    else if (n < 0)
        r = -1;
    return r; //~ UB uninitialized-read
}
int main(void) {
    printf("%d\n", sign(0));
    return 0;
}
