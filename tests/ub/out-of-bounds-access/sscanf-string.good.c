// expect: exit 1
// stdout: fou
#include <stdio.h>
int main(void) {
    char name[4] = "";
    int count = sscanf("four", "%3s", name);
    puts(name);
    return count;
}
