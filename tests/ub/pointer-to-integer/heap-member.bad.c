// C17 6.3.2.3p6: a member of allocated memory, in a short.
#include <stdlib.h>
struct item { short id; void *data; };
int main(void) {
    struct item it = { 0, malloc(4) };
    if (!it.data)
        return 0;
    it.id = (short)it.data; //~ UB pointer-to-integer
    free(it.data);
    return it.id == 3;
}
