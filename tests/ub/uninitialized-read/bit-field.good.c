// expect: exit 0
struct flags { unsigned a : 3, b : 5; };
int main(void) {
    struct flags f;
    f.a = 5;
    f.b = 9;
    return f.b > 31;
}
