// expect: exit 0
int main(void) {
    int n = 0;
    switch (n) {
        int x = 4;
    case 0:
        x = 4;
        n = x + 1;
        break;
    default:
        n = 7;
    }
    return n != 5;
}
