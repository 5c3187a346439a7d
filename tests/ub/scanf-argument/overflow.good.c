// expect: exit 0
// stdout: 1 99999999999
#include <stdio.h>
int main(void) {
    long value = 0;
    int count = sscanf("99999999999", "%ld", &value);
    printf("%d %ld\n", count, value);
    return 0;
}
