// C17 7.24.6.2p4: the array shall not be modified by the program.
#include <string.h>
int main(void) {
    char *text = strerror(2);
    text[0] = 'n'; //~ UB const-write
    return 0;
}
