// C17 7.24.2.3p2: the array that s1 points to is the row.
#include <string.h>
int main(void) {
    char names[2][8] = { "", "" };
    strcpy(names[0], "bartholomew"); //~ UB out-of-bounds-access
    return names[1][0] == 0;
}
