// C17 6.2.2p7: `x` has external and internal linkage.
extern int x;
static int x = 1;
int main(void) { return x; }
