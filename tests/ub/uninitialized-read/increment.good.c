// expect: exit 0
int main(void) {
    int x = -1;
    x++;
    return x;
}
