// C17 6.5.6p8: the element past the end is modified.
int main(void) {
    int hist[10] = { 0 };
    int data[3] = { 1, 9, 10 };
    for (int i = 0; i < 3; i++)
        hist[data[i]] += 1; //~ UB out-of-bounds-access
    return hist[9] != 1;
}
