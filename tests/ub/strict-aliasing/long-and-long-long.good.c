// expect: exit 0
static long long get(void *p) {
    return *(unsigned long *)p;
}
int main(void) {
    long x = 12;
    return get(&x) != 12;
}
