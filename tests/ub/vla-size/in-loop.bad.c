// C17 6.7.6.2p5: the first iteration's size is zero.
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        short v[i]; //~ UB vla-size
        sum += sizeof v / sizeof *v;
    }
    return sum != 3;
}
