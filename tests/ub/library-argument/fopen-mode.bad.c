// C17 7.21.5.3p3: the mode is none of the listed ones.
// file data.txt: one
#include <stdio.h>
int main(void) {
    FILE *file = fopen("data.txt", "read"); //~ UB library-argument
    return file == NULL;
}
