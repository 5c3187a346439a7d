// expect: exit 0
int main(void) {
    int a = 10, b = 0;
    int c = b / a;
    return c;
}
