// C17 6.9.1p12: the value is assigned to a variable.
#include <stdio.h>
static int twice(int x) {
    x *= 2;
}
int main(void) {
    int r = twice(4); //~ UB missing-return
    printf("%d\n", r);
    return 0;
}
