// C17 7.1.2p4: a macro of a header that is not included.
int main(void) { return INT_MAX; }
