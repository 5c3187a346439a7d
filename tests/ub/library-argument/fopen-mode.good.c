// expect: exit 0
// file data.txt: one
#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "rb");
    if (file == NULL)
        return 1;
    return fclose(file);
}
