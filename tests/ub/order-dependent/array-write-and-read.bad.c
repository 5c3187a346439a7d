// C17 6.5.2.2p10: the call changes the element that the other operand reads.
static int v[2] = { 1, 2 };
static int set(int i, int x) { return v[i] = x; }
int main(void) {
    int r = v[1] * set(1, 10); //~ UB order-dependent
    return r;
}
