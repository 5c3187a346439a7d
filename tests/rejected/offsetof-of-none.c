// C17 7.19p3: the structure has no such member.
#include <stddef.h>
struct s { int x; };
int main(void) { return offsetof(struct s, y); }
