// expect: exit 0
static int n = 10;
static int pop(void) { return n--; }
int main(void) {
    int a = pop();
    return a - pop() - 1;
}
