// C17 6.2.4p2: the structure may be copied, its dangling member may not be read.
#include <stdlib.h>
struct node { int *data; int n; };
int main(void) {
    struct node a = { malloc(4), 1 }, b;
    free(a.data);
    b = a;
    int *d = b.data; //~ UB dangling-pointer
    (void)d;
    return b.n - 1;
}
