// C17 6.5p3: one call writes what the other reads.
static int store(int *p, int v) { return *p = v; }
static int load(const int *p) { return *p; }
int main(void) {
    int x = 1, y = 1;
    return store(&x, 5) * 10 + load(&x); //~ UB order-dependent
}
