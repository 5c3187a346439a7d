// C17 7.21.6.2p10: the receiving object does not have an appropriate type.
#include <stdio.h>
int main(void) {
    float value = 0;
    int count = sscanf("2.5", "%lf", &value); //~ UB scanf-argument
    return count + (int)value;
}
