// C17 7.21.6.2p3, p13: the width is a number greater than zero; another conversion specification is invalid.
#include <stdio.h>
int main(void) {
    char text[8] = "";
    return sscanf("abc", "%0s", text); //~ UB scanf-argument
}
