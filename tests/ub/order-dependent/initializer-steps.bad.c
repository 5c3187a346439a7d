// C17 6.7.9p23: the expressions of an initialisation list are indeterminately sequenced.
int main(void) {
    int i = 0;
    int v[3] = { i++, i++, i++ }; //~ UB order-dependent
    return v[0] + 2 * v[1] + 3 * v[2];
}
