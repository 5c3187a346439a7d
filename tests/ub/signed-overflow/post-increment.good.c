// expect: exit 0
#include <limits.h>
int main(void) {
    int x = INT_MAX;
    x--;
    return x != 2147483646;
}
