// C17 7.21.3p4: the value of a pointer to a FILE is indeterminate after the file is closed.
// file data.txt: one
#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "r");
    if (!file)
        return 1;
    fclose(file);
    return fgetc(file) == 'o'; //~ UB library-argument
}
