// C17 6.3.2.1p2: the value of an object of incomplete type is asked for.
struct s;
void use();
void f(struct s *p) { use(*p); }
int main(void) { return 0; }
