// expect: exit 0
int main(void) {
    int n = 3, rounds = 0;
    while (n-- > 0 && n > -5 && rounds < 2)
        rounds++;
    return rounds != 2;
}
