// C17 6.5.2.2p10: the call changes the global that the other operand reads.
static int g = 1;
static int change(void) {
    g = 10;
    return 2;
}
int main(void) {
    int r = g + change(); //~ UB order-dependent
    return r;
}
