// expect: exit 0
#include <limits.h>
#include <stdlib.h>
int main(void) {
    return div(INT_MIN + 1, -1).rem;
}
