// C17 6.7p4: both declarations are the program's own, so they must agree, also for a name of the library.
int puts(const char *);
int puts(void) { return 1; }
int main(void) { return puts(); }
