// expect: exit 0
static int calls;
static void count(void) { calls++; }
int main(void) {
    void (*f)(void) = (void (*)(void))count;
    f();
    return calls != 1;
}
