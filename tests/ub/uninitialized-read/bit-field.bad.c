// C17 6.7.9p10: the neighbouring bit-field was never written.
struct flags { unsigned a : 3, b : 5; };
int main(void) {
    struct flags f;
    f.a = 5;
    return f.b > 31; //~ UB uninitialized-read
}
