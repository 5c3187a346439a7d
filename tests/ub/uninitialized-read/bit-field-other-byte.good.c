// expect: exit 0
struct flags { unsigned char a : 8; unsigned short b : 9; };
int main(void) {
    struct flags f;
    f.a = 5;
    f.b = 9;
    return f.b > 511;
}
