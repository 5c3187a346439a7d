// C17 7.21.6.2p2: there are insufficient arguments for the format.
#include <stdio.h>
int main(void) {
    int a = 0;
    return sscanf("1 2", "%d %d", &a); //~ UB scanf-argument
}
