// C17 7.1.4p1: a null pointer where an object is stored.
#include <stdio.h>
int main(void) {
    int *p = NULL;
    return sscanf("5", "%d", p); //~ UB null-dereference
}
