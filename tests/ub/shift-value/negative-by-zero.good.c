// expect: exit 0
int identity(int x, int n) {
    return x << n;
}
int main(void) {
    return identity(5, 0) != 5;
}
