// expect: exit 0
// stdout: 1 16
// C17 6.3.2.3p5: a made-up pointer may be stored and compared.
#include <stdint.h>
#include <stdio.h>
#define EMPTY ((int *)(uintptr_t)16)
int main(void) {
    int x = 1;
    int *slots[3] = { EMPTY, &x, 0 };
    int used = 0;
    for (int i = 0; i < 3; i++)
        if (slots[i] != EMPTY && slots[i])
            used += *slots[i];
    printf("%d %d\n", used, (int)(uintptr_t)EMPTY);
    return 0;
}
