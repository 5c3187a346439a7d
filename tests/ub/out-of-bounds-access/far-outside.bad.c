// C17 6.5.6p8: the index is far outside the array.
int table[8];
int get(int i) { return table[i]; } //~ UB out-of-bounds-access
int main(void) {
    return get(100);
}
