// expect: exit 0
#include <stdint.h>
int main(void) {
    int x = 0;
    int n = (int)(intptr_t)&x;
    return n == 1;
}
