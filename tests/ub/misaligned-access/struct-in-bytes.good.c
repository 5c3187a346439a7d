// expect: exit 0
#include <stdlib.h>
struct record { int id; short kind; };
int main(void) {
    unsigned char *packet = malloc(32);
    if (!packet)
        return 0;
    int header = 8;
    ((struct record *)(packet + header))->kind = 2;
    free(packet);
    return 0;
}
