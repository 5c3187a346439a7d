// expect: exit 1
#include <stdio.h>
int main(void) {
    int a = 0;
    return sscanf("1 2", "%d %*d", &a);
}
