// expect: exit 0
#include <limits.h>
int main(void) {
    int x = INT_MAX >> 1;
    x = x << 1;
    return x != INT_MAX - 1;
}
