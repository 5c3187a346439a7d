// C17 6.2.7p2: two declarations of one function with different types.
int f(int);
int f(double);
int main(void) { return 0; }
