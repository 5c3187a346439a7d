// expect: exit 0
// stdout: hi!
#include <string.h>
#include <stdio.h>
static char *greeting(char *buffer) {
    strcpy(buffer, "hi");
    return buffer;
}
int main(void) {
    char buffer[8];
    char *s = greeting(buffer)[0] == 'h' ? buffer : "hi\0xx";
    strcat(s, "!");
    puts(s);
    return 0;
}
