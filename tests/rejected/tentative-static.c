// C17 6.9.2p3: a tentative definition of a static object of incomplete type.
static struct s x;
int main(void) { return 0; }
