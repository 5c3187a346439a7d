// C17 7.24.1p2: a library function is given a null pointer to read from.
#include <string.h>
static const char *find(int k) { return k ? "value" : 0; }
int main(void) {
    return (int)strlen(find(0)) == 5; //~ UB null-dereference
}
