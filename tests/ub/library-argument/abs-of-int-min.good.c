// expect: exit 0
#include <limits.h>
#include <stdlib.h>
int main(void) {
    int x = INT_MIN + 1;
    return abs(x) != INT_MAX;
}
