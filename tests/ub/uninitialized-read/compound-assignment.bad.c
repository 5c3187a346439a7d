// C17 6.3.2.1p2: the sum starts with no value.
int main(void) {
    int v[3] = { 1, 2, 3 };
    int sum;
    for (int i = 0; i < 3; i++)
        sum += v[i]; //~ UB uninitialized-read
    return sum != 6;
}
