// C17 6.3.2.3p6: the address does not fit an int.
int main(void) {
    int x = 0;
    int n = (int)&x; //~ UB pointer-to-integer
    return n == 1;
}
