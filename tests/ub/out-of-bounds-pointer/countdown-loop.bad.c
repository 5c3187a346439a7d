// C17 6.5.6p8: the last decrement moves the pointer before the array.
#include <stdio.h>
int main(void) {
    int a[3] = { 1, 2, 3 };
    for (int *p = a + 2; p >= a; p--) //~ UB out-of-bounds-pointer
        printf("%d\n", *p);
    return 0;
}
