// expect: exit 0
// stdout: a long 
// stdin: a long line
#include <stdio.h>
int main(void) {
    char line[8];
    if (fgets(line, sizeof line, stdin) == NULL)
        return 1;
    puts(line);
    return 0;
}
