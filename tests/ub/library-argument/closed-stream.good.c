// expect: exit 1
// file data.txt: one
#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "r");
    if (!file)
        return 2;
    int c = fgetc(file);
    fclose(file);
    return c == 'o';
}
