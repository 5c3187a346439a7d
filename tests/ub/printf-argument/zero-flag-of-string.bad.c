// C17 7.21.6.1p6: the flag 0 does not go with s.
#include <stdio.h>
int main(void) {
    printf("%05s\n", "a"); //~ UB printf-argument
    return 0;
}
