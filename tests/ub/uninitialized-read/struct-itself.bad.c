struct pair {
    int a, b;
};

int main(void) {
    struct pair x = x; //~ UB uninitialized-read
    x.a = 0;
    return x.a;
}
