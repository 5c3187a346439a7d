// C17 7.21.6.2p12: the argument shall be a pointer.
#include <stdio.h>
int main(void) {
    int value = 0;
    return sscanf("7", "%d", value); //~ UB scanf-argument
}
