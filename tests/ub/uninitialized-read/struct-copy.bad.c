struct pair {
    int a, b;
};

int main(void) {
    struct pair x;
    struct pair y = x; //~ UB uninitialized-read
    y.a = 0;
    return y.a;
}
