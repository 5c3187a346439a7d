// C17 6.4.5p7: strcat writes over the terminating null character of the literal.
#include <string.h>
#include <stdio.h>
static char *greeting(char *buffer) {
    strcpy(buffer, "hi");
    return buffer;
}
int main(void) {
    char buffer[8];
    char *s = greeting(buffer)[0] == 'h' ? "hi\0xx" : buffer;
    strcat(s, "!"); //~ UB string-literal-write
    puts(s);
    return 0;
}
