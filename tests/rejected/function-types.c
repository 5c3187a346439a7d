// C17 6.7.6.3p15: declarations of one function, one of them with an ellipsis.
int f(int, ...);
int f(int);
int main(void) { return 0; }
