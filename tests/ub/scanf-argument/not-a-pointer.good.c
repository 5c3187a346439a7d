// expect: exit 1
#include <stdio.h>
int main(void) {
    int value = 0;
    return sscanf("7", "%d", &value);
}
