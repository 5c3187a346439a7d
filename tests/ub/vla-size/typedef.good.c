// expect: exit 0
int main(void) {
    int n = 2;
    while (n > 0) {
        typedef int row[n];
        n--;
        row r;
        r[0] = n;
    }
    return n;
}
