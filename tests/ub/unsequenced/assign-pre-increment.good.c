// expect: exit 0
int main(void) {
    int i = 1;
    i = (++i, i + 1);
    return i != 3;
}
