// expect: exit 0
#include <string.h>
int main(void) {
    int x = 4;
    int y = 0;
    memcpy(&y, &x, sizeof y);
    return y == 5;
}
