// expect: exit 0
static unsigned hash(const void *p) {
    return (unsigned)((unsigned long)p % 7);
}
int main(void) {
    static char c;
    return hash(&c) > 6;
}
