// expect: exit 0
int main(void) {
    short s = 100;
    long long by = 40;
    s >>= by - 35;
    return s != 3;
}
