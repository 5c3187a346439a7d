// expect: exit 0
int main(void) {
    int sum = 0;
    for (int i = 1; i < 3; i++) {
        short v[i];
        sum += sizeof v / sizeof *v;
    }
    return sum != 3;
}
