// C17 6.5.6p8: the index is -1.
int last_before(const int *v, int i) {
    return v[i - 1]; //~ UB out-of-bounds-access
}
int main(void) {
    int v[2] = { 4, 5 };
    return last_before(v, 0) != 4;
}
