// expect: exit 0
#include <stdlib.h>
#include <limits.h>
int main(void) {
    long x = LONG_MIN + 1;
    return labs(x) == 0;
}
