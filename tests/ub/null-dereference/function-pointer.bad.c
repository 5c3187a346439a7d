// C17 6.5.3.2p4: a null function pointer is called.
static int seven(void) { return 7; }
int main(void) {
    int (*f)(void) = 0;
    return f() - 7; //~ UB null-dereference
}
