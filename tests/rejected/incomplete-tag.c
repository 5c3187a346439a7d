// C17 6.7.2.3p4: the size of a structure that is not completed.
struct s;
int main(void) { return sizeof(struct s); }
