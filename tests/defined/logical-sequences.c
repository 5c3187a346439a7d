// expect: exit 0
// stdout: 11 201 3 0 9
// C17 6.5.13p4: && || and ?: are sequence points.
#include <stdio.h>
int main(void) {
    int i = 0, n = 0, *p = 0;
    if (i++ == 0 && i == 1)
        n += 1;
    if (i-- == 7 || i == 0)
        n += 10;
    int r = i++ ? i + 100 : i + 200;
    i = i++ ? 3 : 4;
    int safe = p && *p;
    int zero = 0, q = zero ? 1 / zero : 9;
    printf("%d %d %d %d %d\n", n, r, i, safe, q);
    return 0;
}
