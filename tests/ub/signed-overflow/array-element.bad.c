// C17 6.5p5: one element of the array overflows when it is doubled.
#include <stdio.h>
int main(void) {
    int a[3] = { 1, 2, 2000000000 };
    for (int i = 0; i < 3; i++)
        a[i] = a[i] + a[i]; //~ UB signed-overflow
    printf("%d\n", a[2]);
    return 0;
}
