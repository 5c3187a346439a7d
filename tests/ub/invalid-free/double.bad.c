// C17 7.22.3.3p2: the space was freed before.
#include <stdlib.h>
int main(void) {
    int *p = malloc(4);
    free(p);
    free(p); //~ UB invalid-free
    return 0;
}
