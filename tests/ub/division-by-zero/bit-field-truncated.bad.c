// C17 6.5.5p5: 8 stored in an unsigned 3-bit field is 0.
struct s { unsigned d : 3; };
int main(void) {
    struct s s;
    s.d = 8;
    return 5 / s.d != 5; //~ UB division-by-zero
}
