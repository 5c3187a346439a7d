// C17 6.2.7p2: two declarations of one object with different types.
extern int x;
extern long x;
int main(void) { return 0; }
