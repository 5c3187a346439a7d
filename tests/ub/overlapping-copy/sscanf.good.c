// expect: exit 1
// stdout: second
#include <stdio.h>
int main(void) {
    char text[16] = "first second", word[16];
    int count = sscanf(text, "%*s %s", word);
    puts(word);
    return count;
}
