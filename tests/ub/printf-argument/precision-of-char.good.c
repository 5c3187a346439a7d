// expect: exit 0
// stdout:  a
#include <stdio.h>
int main(void) {
    printf("%2c\n", 'a');
    return 0;
}
