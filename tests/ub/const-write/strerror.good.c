// expect: exit 110
#include <string.h>
int main(void) {
    char text[64];
    strcpy(text, strerror(2));
    text[0] = 'n';
    return text[0];
}
