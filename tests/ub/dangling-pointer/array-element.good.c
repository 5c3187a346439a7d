// expect: exit 0
#include <stdlib.h>
int main(void) {
    int *table[3];
    for (int i = 0; i < 3; i++)
        table[i] = malloc(sizeof(int));
    free(table[1]);
    table[1] = NULL;
    int live = 0;
    for (int i = 0; i < 3; i++) {
        live += table[i] != NULL;
        free(table[i]);
    }
    return live > 2;
}
