// expect: exit 0
int main(void) {
    int a[3] = { 1, 2, 3 }, b[3] = { 4, 5, 6 };
    int sum = 0;
    for (int *p = a; p < a + 3 && sum < 6; p++)
        sum += *p;
    return sum != 6 || b[0] != 4;
}
