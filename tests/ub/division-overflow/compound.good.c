// expect: exit 0
#include <limits.h>
int main(void) {
    int x = INT_MIN + 1;
    x /= -1;
    return x != INT_MAX;
}
