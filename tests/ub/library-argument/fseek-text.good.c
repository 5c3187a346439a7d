// expect: exit 116
// file data.txt: one two
#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "rb");
    if (!file)
        return 1;
    fseek(file, 4, SEEK_SET);
    int c = fgetc(file);
    fclose(file);
    return c;
}
