// expect: exit 0
#include <string.h>
int main(void) {
    char names[2][12] = { "", "" };
    strcpy(names[0], "bartholomew");
    return names[1][0] != 0;
}
