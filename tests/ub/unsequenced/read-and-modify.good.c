// expect: exit 0
int main(void) {
    int x = 3;
    int r = x * 2;
    r += x++;
    return r != 9;
}
