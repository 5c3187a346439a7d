// expect: exit 0
#include <stdio.h>
int main(void) {
    FILE *output = stdout;
    return fclose(output);
}
