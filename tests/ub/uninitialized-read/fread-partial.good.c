// expect: exit 2
// stdin: 123456
#include <stdio.h>
int main(void) {
    struct { char c[4]; } pair[2];
    size_t count = fread(pair, sizeof pair[0], 2, stdin);
    return (int)count + (pair[0].c[3] == '4');
}
