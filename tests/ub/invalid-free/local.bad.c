// C17 7.22.3.3p2: an automatic object is freed.
#include <stdlib.h>
int main(void) {
    int x[4];
    free(x); //~ UB invalid-free
    return 0;
}
