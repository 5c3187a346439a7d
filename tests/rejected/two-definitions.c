// C17 6.9p5: two definitions of one function.
int f(void) { return 1; }
int f(void) { return 2; }
int main(void) { return f(); }
