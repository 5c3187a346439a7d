// expect: exit 0
#include <stdio.h>
int main(void) {
    printf("early\n");
    fclose(stdout);
    return 0;
}
