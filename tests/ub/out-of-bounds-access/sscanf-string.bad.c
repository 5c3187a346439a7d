// C17 7.21.6.2p12: the array must be large enough to accept the sequence and the null character.
#include <stdio.h>
int main(void) {
    char name[4] = "";
    return sscanf("four", "%s", name); //~ UB out-of-bounds-access
}
