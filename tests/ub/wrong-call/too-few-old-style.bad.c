// C17 6.5.2.2p6: the K&R definition has two parameters.
int add(a, b)
    int a, b;
{
    return a + b;
}
int main(void) {
    return add(1) == 0; //~ UB wrong-call
}
