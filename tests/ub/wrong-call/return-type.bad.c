// C17 6.5.2.2p9: the pointer's type returns int, the function returns nothing.
static int calls;
static void count(void) { calls++; }
int main(void) {
    int (*f)(void) = (int (*)(void))count;
    f(); //~ UB wrong-call
    return calls != 1;
}
