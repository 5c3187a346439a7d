// expect: exit 0
int main(void) {
    int sum = 0;
    int x;
    for (int i = 0; i < 2; i++) {
        if (i == 0)
            x = 5;
        sum += x;
    }
    return sum != 10;
}
