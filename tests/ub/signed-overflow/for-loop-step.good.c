// expect: exit 0
int main(void) {
    int rounds = 0;
    for (int i = 2147483640; i < 2147483644; i += 4)
        rounds++;
    return rounds != 1;
}
