// C17 6.5.2.2p10: the arguments pop a stack in unspecified order.
static int stack[3] = { 1, 7, 2 };
static int depth = 3;
static int pop(void) { return stack[--depth]; }
static int minus(int a, int b) { return a - b; }
int main(void) {
    return minus(pop(), pop()) == 5; //~ UB order-dependent
}
