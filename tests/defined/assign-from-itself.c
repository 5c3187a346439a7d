// expect: exit 0
// stdout: 24 3 3 3
// C17 6.5.16p3: the value is read before the assignment stores.
#include <stdio.h>
int main(void) {
    int i = 3, a[5] = { 1, 2, 3, 4, 0 };
    i = i + 1;
    i = i * i - i;
    i += i;
    i ^= i & 3;
    a[0] = a[a[0]] + a[0];
    a[1] = a[1];
    int j = 2;
    a[j] = j;
    j = a[j] = j + 1;
    printf("%d %d %d %d\n", i, a[0], a[2], j);
    return 0;
}
