// expect: exit 0
// stdout: 7 10 13
// C17 6.7.3.1p3: pointers based on the restrict pointer may be used freely, and so may anything after its block.
#include <stdio.h>
static int sum(int *restrict p, int n) {
    int *q = p, *end = p + n, s = 0;
    *q += 1;
    while (q < end)
        s += *q++;
    p[0] = s;
    return *(end - n);
}
int main(void) {
    int v[3] = { 1, 2, 3 };
    int first = sum(v, 3), second = sum(v, 2);
    v[0]++;
    {
        int *restrict a = v;
        *a += 1;
    }
    {
        int *restrict b = v;
        *b += 1;
    }
    printf("%d %d %d\n", first, second, v[0]);
    return 0;
}
