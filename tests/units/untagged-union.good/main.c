// expect: exit 0
// stdout: 42
// stdout: 2.5
// C17 6.2.7p1: unions and enumerations without a tag, in a struct without one, in an array.
#include "value.h"
int main(void) {
    Kind kinds[2] = {INT, FLOAT};
    cells[1].value.f = 2.5f;
    cells[1].kind = kinds[1];
    for (int i = 0; i < 2; i++)
        show(&cells[i], &kinds[i]);
    return 0;
}
