// C17 6.5p2: two arguments modify the same object.
#include <stdio.h>
int main(void) {
    int i = 1, j = 1;
    printf("%d %d\n", ++i, ++i); //~ UB unsequenced
    return 0;
}
