// expect: exit 0
int main(void) {
    int v[3] = { 1, 2, 3 };
    int sum = 0;
    for (int i = 0; i < 3; i++)
        sum += v[i];
    return sum != 6;
}
