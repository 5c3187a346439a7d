// C17 7.21.5.2p2: fflush is for output streams.
// stdin: x
#include <stdio.h>
int main(void) {
    int c = getchar();
    fflush(stdin); //~ UB library-argument
    return c == 'x';
}
