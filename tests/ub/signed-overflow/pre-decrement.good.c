// expect: exit 0
#include <limits.h>
int main(void) {
    int x = INT_MIN + 1;
    int *p = &x;
    --*p;
    return x != INT_MIN;
}
