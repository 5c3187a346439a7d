// expect: exit 0
#include <string.h>
static const char *find(int k) { return k ? "value" : 0; }
int main(void) {
    return (int)strlen(find(1)) != 5;
}
