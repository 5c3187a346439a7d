// expect: exit 0
int main(void) {
    short a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
    int sum = 0;
    for (int i = 0; i < 2; i++)
        sum += a[i][0];
    return sum != 5;
}
