// expect: exit 0
static int middle(int low, int high) {
    return low + (high - low) / 2;
}
int main(void) {
    return middle(2000000000, 2100000000) != 2050000000;
}
