// expect: exit 0
// stdout: 4
#include <stdio.h>
void show();
int main(void) {
    show(4);
    return 0;
}
void show(int n) {
    printf("%d\n", n);
}
