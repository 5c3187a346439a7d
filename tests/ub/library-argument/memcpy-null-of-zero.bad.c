// C17 7.24.1p2: the pointers must be valid even if nothing is copied.
#include <string.h>
int main(void) {
    char to[4] = "abc", *from = 0;
    memcpy(to, from, 0); //~ UB library-argument
    return to[0] != 'a';
}
