// C17 7.1.4p1, 7.21.7.2p2: more characters are read than the array has room for.
// stdin: a long line
#include <stdio.h>
int main(void) {
    char line[8];
    return fgets(line, 16, stdin) == NULL; //~ UB out-of-bounds-access
}
