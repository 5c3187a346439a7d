// C17 6.7.9p23: the initialisers of a list are indeterminately sequenced, their parts are not: i + i++.
int main(void) {
    int i = 4;
    int a[2] = { i + i++, 0 }; //~ UB unsequenced
    return a[0] != 8;
}
