// expect: exit 0
// stdout: 14 8
// C17 6.9.2p2: tentative definitions, extern in blocks, static functions declared twice.
#include <stdio.h>
int counter;
int counter;
extern int limit;
static int helper(int);
int main(void) {
    extern int counter;
    counter += helper(limit);
    {
        extern int limit;
        limit++;
    }
    printf("%d %d\n", counter, limit);
    return 0;
}
int counter;
int limit = 7;
static int helper(int n) { return n * 2; }
