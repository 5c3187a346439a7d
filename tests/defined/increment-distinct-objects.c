// expect: exit 0
// stdout: 3 6 2 3
// C17 6.5p2: several side effects on different objects in one expression.
#include <stdio.h>
int main(void) {
    int i = 0, j = 0, a[4] = { 1, 2, 3, 4 }, b[4];
    int *p = a, *q = b;
    while (p < a + 4)
        *q++ = *p++;
    int r = a[i++] + b[j++] * 2 + ++a[2] - b[3]--;
    i = j++ + 5;
    printf("%d %d %d %d\n", r, i, j, b[3]);
    return 0;
}
