// C17 6.5.2.2p6: the call lacks the argument that the definition has.
#include <stdio.h>
void show();
int main(void) {
    show(); //~ UB wrong-call
    return 0;
}
void show(int n) {
    printf("%d\n", n);
}
