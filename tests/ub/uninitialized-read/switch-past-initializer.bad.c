// C17 6.8.4.2p7: a declaration before the first case is never initialised.
int main(void) {
    int n = 0;
    switch (n) {
        int x = 4;
    case 0:
        n = x + 1; //~ UB uninitialized-read
        break;
    default:
        n = 7;
    }
    return n != 5;
}
