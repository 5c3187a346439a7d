#include "value.h"
#include <stdio.h>
Cell cells[2] = {{INT, {.i = 42}}};
void show(Cell *cell, Kind *kind) {
    if (*kind == INT)
        printf("%d\n", cell->value.i);
    else
        printf("%.1f\n", cell->value.f);
}
