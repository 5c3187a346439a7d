// expect: exit 0
#include <stddef.h>
static void set(int *p) { *p = 5; }
int main(void) {
    int x = 0;
    int *p = NULL;
    set(p ? p : &x);
    return x != 5;
}
