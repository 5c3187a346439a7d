// expect: exit 0
int main(void) {
    int a = 100000;
    long long r = (long long)a * a;
    return r != 10000000000LL;
}
