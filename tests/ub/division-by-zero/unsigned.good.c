// expect: exit 0
int main(void) {
    unsigned long a = 5, b = 5;
    unsigned long q = 100 / (a + b);
    return q != 10;
}
