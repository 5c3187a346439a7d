// C17 6.6p9: the value of `p` is accessed for an address constant.
int *p;
int *q = &p[1];
int main(void) { return q == 0; }
