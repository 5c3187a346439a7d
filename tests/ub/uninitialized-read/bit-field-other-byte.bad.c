// C17 6.7.9p10: the neighbouring bit-field was never written.
struct flags { unsigned char a : 8; unsigned short b : 9; };
int main(void) {
    struct flags f;
    f.a = 5;
    return f.b > 511; //~ UB uninitialized-read
}
