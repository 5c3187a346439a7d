// C17 7.21.6.7p2: copying takes place between objects that overlap.
#include <stdio.h>
int main(void) {
    char text[16] = "first second";
    return sscanf(text, "%*s %s", text); //~ UB overlapping-copy
}
