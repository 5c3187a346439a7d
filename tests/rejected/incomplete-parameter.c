// C17 6.9.1p7: a parameter of incomplete type.
struct s;
int f(struct s x) { return 0; }
int main(void) { return 0; }
