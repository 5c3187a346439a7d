// C17 7.21.6.2p10: what is read cannot be represented in the object.
#include <stdio.h>
int main(void) {
    int value = 0;
    int count = sscanf("99999999999", "%d", &value); //~ UB scanf-argument
    return count + value;
}
