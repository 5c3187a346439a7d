// expect: exit 0
// stdout: 5 24
// C17 6.5.17p2: the comma operator is a sequence point.
#include <stdio.h>
int main(void) {
    int i = 1, j;
    j = (i++, i);
    i = (i++, i + 1);
    i = (i++, 5);
    for (int a = 0, b = 10; a < b; a++, b--)
        j = a * b;
    printf("%d %d\n", i, j);
    return 0;
}
