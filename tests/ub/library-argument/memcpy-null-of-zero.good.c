// expect: exit 0
#include <string.h>
int main(void) {
    char to[4] = "abc", *from = 0;
    memcpy(to, from ? from : "x", 0);
    return to[0] != 'a';
}
