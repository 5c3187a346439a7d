// expect: exit 0
#include <stdio.h>
int main(void) {
    int *p = NULL;
    return sscanf("five", "%d", p);
}
