// C17 6.5.2.2p6: the promoted argument is a double, the promoted parameter an int.
int same(a)
    int a;
{
    return a;
}
int main(void) {
    return same(1.0) == 7; //~ UB wrong-call
}
