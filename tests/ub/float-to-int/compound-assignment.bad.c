// C17 6.3.1.4p1: the double result of += does not fit back into int.
int main(void) {
    int x = 2000000000;
    x += 2e9; //~ UB float-to-int
    return x != 0;
}
