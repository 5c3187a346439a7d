// C17 6.5p3: the operands of - may be evaluated in any order.
static int n = 10;
static int pop(void) { return n--; }
int main(void) {
    return pop() - pop() + 2; //~ UB order-dependent
}
