// expect: exit 0
// C17 6.5.16.2p3: the compound assignment is one evaluation for the call, which comes first.
static int total = 1;
static int add(int n) {
    total += n;
    return n;
}
int main(void) {
    total += add(4);
    return total != 9;
}
