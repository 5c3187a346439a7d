// C17 6.5.6p8: the last iteration writes one past the end.
#include <stdio.h>
int main(void) {
    int a[4];
    for (int i = 0; i <= 4; i++)
        a[i] = i * i; //~ UB out-of-bounds-access
    printf("%d\n", a[3]);
    return 0;
}
