// expect: exit 0
// stdout: 1.5
#include <stdio.h>
int main(void) {
    printf("%.*f\n", 1, 1.5);
    return 0;
}
