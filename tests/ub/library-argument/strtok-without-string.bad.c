// C17 7.24.5.8p3: the first call of strtok has no string.
#include <string.h>
int main(void) {
    return strtok(0, ",") != 0; //~ UB library-argument
}
