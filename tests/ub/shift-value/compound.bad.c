// C17 6.5.7p4: x <<= 1 leaves int.
#include <stdio.h>
int main(void) {
    int x = 1;
    for (int i = 0; i < 31; i++)
        x <<= 1; //~ UB shift-value
    printf("%d\n", x);
    return 0;
}
