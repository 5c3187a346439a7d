// C17 6.5p2: i++ in the subscript is unsequenced with the read of i.
#include <stdio.h>
int main(void) {
    int a[3] = { 5, 5, 5 }, i = 0;
    a[i++] = i; //~ UB unsequenced
    printf("%d\n", a[0]);
    return 0;
}
