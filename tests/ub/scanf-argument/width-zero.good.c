// expect: exit 1
#include <stdio.h>
int main(void) {
    char text[8] = "";
    return sscanf("abc", "%01s", text);
}
