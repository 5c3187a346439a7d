// C17 6.6p8: the initializer of a static object assigns.
int x;
static long n = 1 + (x = 2);
int main(void) { return (int)n; }
