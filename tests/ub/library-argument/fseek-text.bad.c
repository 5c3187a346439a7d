// C17 7.21.9.2p4: a text stream is moved to a place that ftell did not return.
// file data.txt: one two
#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "r");
    if (!file)
        return 1;
    fseek(file, 4, SEEK_SET); //~ UB library-argument
    int c = fgetc(file);
    fclose(file);
    return c;
}
