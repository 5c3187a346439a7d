// expect: exit 2
// stdout: ab
#include <stdio.h>
int main(void) {
    int n = 0;
    printf("ab%n\n", &n);
    return n;
}
