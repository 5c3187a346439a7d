// expect: exit 0
// stdout: 3 1 2 3 5 1
// C17 6.8p4: each declarator's initialiser is a full expression.
#include <stdio.h>
int main(void) {
    int i = 1, j = i++, k = i++, a[3] = { i };
    struct { int x, y; } s = { j + 1, j + 2 };
    int n = 0;
    for (int p = n++, q = n++; p < q; p++)
        n += q;
    if (n++, n > 3)
        n = n++ > 0 && n > 4;
    printf("%d %d %d %d %d %d\n", i, j, k, a[0], s.x + s.y, n);
    return 0;
}
