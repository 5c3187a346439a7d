// C17 7.19p3: offsetof of a bit-field.
#include <stddef.h>
struct s { int x : 3; };
int main(void) { return offsetof(struct s, x); }
