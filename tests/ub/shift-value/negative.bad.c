// C17 6.5.7p4: the left operand is negative.
#include <stdio.h>
int main(void) {
    int x = -1;
    printf("%d\n", x << 4); //~ UB shift-value
    return 0;
}
