// expect: exit 0
int main(void) {
    int hist[10] = { 0 };
    int data[3] = { 1, 9, 10 };
    for (int i = 0; i < 2; i++)
        hist[data[i]] += 1;
    return hist[9] != 1;
}
