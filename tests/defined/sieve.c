// expect: exit 0
// stdout: 168 997
// C17 6.5.2.1p2: an ordinary program: a static array and nested loops.
#include <stdio.h>
#define N 1000
static _Bool composite[N + 1];
int main(void) {
    int count = 0, last = 0;
    for (int i = 2; i <= N; i++) {
        if (composite[i])
            continue;
        count++;
        last = i;
        for (int j = i * i; j <= N; j += i)
            composite[j] = 1;
    }
    printf("%d %d\n", count, last);
    return 0;
}
