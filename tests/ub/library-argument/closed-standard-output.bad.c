// C17 7.21.3p4: `printf` writes to the standard output, which is closed.
#include <stdio.h>
int main(void) {
    fclose(stdout);
    printf("late\n"); //~ UB library-argument
    return 0;
}
