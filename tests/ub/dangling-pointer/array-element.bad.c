// C17 6.2.4p2: an element of the table still holds the freed pointer.
#include <stdlib.h>
int main(void) {
    int *table[3];
    for (int i = 0; i < 3; i++)
        table[i] = malloc(sizeof(int));
    free(table[1]);
    int live = 0;
    for (int i = 0; i < 3; i++)
        live += table[i] != NULL; //~ UB dangling-pointer
    return live;
}
