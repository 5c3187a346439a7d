// C17 6.5p5: the product is computed in int and only then widened.
int main(void) {
    int a = 100000;
    long long r = a * a; //~ UB signed-overflow
    return r != 10000000000LL;
}
