// C17 7.24.1p2: a library function is given a null pointer to write to.
#include <string.h>
int main(void) {
    char buffer[4] = "abc";
    char *p = 0;
    memset(p, 0, 4); //~ UB null-dereference
    return buffer[0];
}
