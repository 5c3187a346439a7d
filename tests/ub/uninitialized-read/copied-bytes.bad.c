// C17 6.7.9p10: the copied object had no value.
#include <string.h>
int main(void) {
    int x;
    int y = 0;
    memcpy(&y, &x, sizeof y);
    return y == 5; //~ UB uninitialized-read
}
