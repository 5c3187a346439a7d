// expect: exit 0
#include <string.h>
int main(void) {
    char buffer[4] = "abc";
    char *p = buffer;
    memset(p, 0, 4);
    return buffer[0];
}
