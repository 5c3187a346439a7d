// C17 6.3.2.3p7: the record starts at an odd offset of the packet.
#include <stdlib.h>
struct record { int id; short kind; };
int main(void) {
    unsigned char *packet = malloc(32);
    if (!packet)
        return 0;
    int header = 5;
    ((struct record *)(packet + header))->kind = 2; //~ UB misaligned-access
    free(packet);
    return 0;
}
