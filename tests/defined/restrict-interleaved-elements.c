// expect: exit 0
// stdout: 0 0 1 -1 2 -2
// C17 6.7.3.1p8: the elements that one pointer writes, the other does not touch.
#include <stdio.h>
static void spread(int *restrict even, int *restrict odd, int n) {
    for (int i = 0; i < n; i++) {
        even[2 * i] = i;
        odd[2 * i] = -i;
    }
}
int main(void) {
    int v[6];
    spread(v, v + 1, 3);
    for (int i = 0; i < 6; i++)
        printf("%d%c", v[i], i < 5 ? ' ' : '\n');
    return 0;
}
