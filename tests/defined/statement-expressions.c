// expect: exit 0
// stdout: 3 4 4 7 1
// C17 6.8p4: GNU statement expressions and typeof.
#include <stdio.h>
#define MAX(a, b) ({ __typeof__(a) _a = (a); __typeof__(b) _b = (b); _a > _b ? _a : _b; })
int main(void) {
    int i = 3, calls = 0;
    int m = MAX(i++, 2), n = MAX(m, MAX(i, 1));
    int r = ({ int t = 0; for (int k = 0; k < 4; k++) t += k; t; }) + ({ calls++; 1; });
    printf("%d %d %d %d %d\n", m, n, i, r, calls);
    return 0;
}
