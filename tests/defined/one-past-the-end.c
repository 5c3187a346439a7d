// expect: exit 0
// stdout: 20 1 4 1
// C17 6.5.6p8: one past the end may be formed and compared, not dereferenced.
#include <stdio.h>
int main(void) {
    int a[4] = { 1, 2, 3, 4 }, x = 9;
    int *end = a + 4, *also = &a[4], *past_x = &x + 1;
    int sum = 0;
    for (int *p = a; p != end; p++)
        sum += *p;
    for (int *p = end; p > a;)
        sum += *--p;
    printf("%d %d %d %d\n", sum, end == also, (int)(end - a), past_x > &x);
    return 0;
}
