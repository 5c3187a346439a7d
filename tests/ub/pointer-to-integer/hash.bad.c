// C17 6.3.2.3p6: the hash of a pointer is taken in too few bits.
static unsigned hash(const void *p) {
    return (unsigned)p % 7; //~ UB pointer-to-integer
}
int main(void) {
    static char c;
    return hash(&c) > 6;
}
