// expect: exit 0
static int stack[3] = { 1, 7, 2 };
static int depth = 3;
static int pop(void) { return stack[--depth]; }
static int minus(int a, int b) { return a - b; }
int main(void) {
    int right = pop();
    return minus(pop(), right) != 5;
}
