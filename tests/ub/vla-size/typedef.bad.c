// C17 6.7.6.2p5: the typedef's size is zero.
int main(void) {
    int n = 2;
    while (n > 0) {
        n--;
        typedef int row[n]; //~ UB vla-size
        row r;
        r[0] = n;
    }
    return n;
}
