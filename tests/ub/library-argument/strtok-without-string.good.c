// expect: exit 0
#include <string.h>
int main(void) {
    char text[] = "a,b";
    return strtok(text, ",") == 0 || strtok(0, ",") == 0;
}
