// C17 7.24.3.1p2: the joined string does not fit.
#include <string.h>
int main(void) {
    char s[8] = "hello";
    strcat(s, "you"); //~ UB out-of-bounds-access
    return s[0] != 'h';
}
