// C17 6.5.2.2p6: the K&R definition has one parameter.
int same(a)
    int a;
{
    return a;
}
int main(void) {
    return same(0, 1); //~ UB wrong-call
}
