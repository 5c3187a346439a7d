// expect: exit 0
// stdout: 2 12 40000
// stdin: 12 40000
#include <stdio.h>
int main(void) {
    short a = 0;
    unsigned short b = 0;
    int count = scanf("%hd%hu", &a, &b);
    printf("%d %d %d\n", count, a, b);
    return 0;
}
