// expect: exit 0
#include <string.h>
int main(void) {
    _Alignas(int) char buffer[8] = { 0, 1, 0, 0, 0 };
    int x;
    memcpy(&x, buffer + 1, sizeof x);
    return x != 1;
}
