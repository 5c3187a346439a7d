// C17 6.5.8p2: the operands of < are evaluated in unspecified order.
static int t;
static int tick(void) { return t += 5; }
int main(void) {
    if (tick() < tick()) //~ UB order-dependent
        return 1;
    return 2;
}
