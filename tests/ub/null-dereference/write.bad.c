// C17 6.5.3.2p4: a null pointer is written through.
#include <stddef.h>
static void set(int *p) { *p = 5; } //~ UB null-dereference
int main(void) {
    int x = 0;
    int *p = NULL;
    set(p);
    return x != 5;
}
