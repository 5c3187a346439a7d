// C17 6.5.8p5: a null pointer points to no object.
#include <stddef.h>
int main(void) {
    char c = 'x';
    char *p = &c;
    return p > (char *)NULL ? 0 : 0; //~ UB pointer-comparison
}
