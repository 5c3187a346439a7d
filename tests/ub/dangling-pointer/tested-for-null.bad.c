// C17 6.2.4p2: whether a freed pointer is null cannot be asked.
#include <stdlib.h>
struct buffer { char *bytes; int size; };
static void release(struct buffer *b) { free(b->bytes); }
int main(void) {
    struct buffer b = { malloc(4), 4 };
    release(&b);
    if (b.bytes) //~ UB dangling-pointer
        return 0;
    return 1;
}
