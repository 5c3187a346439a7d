// C17 6.3.2.2p1: a void expression is converted to int.
static void f(void) {}
int main(void) { return (int)f(); }
