// expect: exit 0
#include <limits.h>
int main(void) {
    int d = -1;
    int q = INT_MAX / d;
    return q != -INT_MAX;
}
