// expect: exit 3
#include <stdio.h>
int main(void) {
    double value = 0;
    int count = sscanf("2.5", "%lf", &value);
    return count + (int)value;
}
