// C17 6.3.2.3p7: the pointer into the buffer is not aligned for int.
#include <string.h>
int main(void) {
    _Alignas(int) char buffer[8] = { 0, 1, 0, 0, 0 };
    int x;
    x = *(int *)(buffer + 1); //~ UB misaligned-access
    return x != 1;
}
