// C17 6.6p7: the initializer of a static object is a call.
static int f(void) { return 1; }
int n = f();
int main(void) { return n; }
