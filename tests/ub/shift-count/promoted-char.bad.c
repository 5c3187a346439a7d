// C17 6.5.7p3: unsigned char is promoted to int, whose width is 32.
int main(void) {
    unsigned char c = 200;
    int r = c >> 32; //~ UB shift-count
    return r;
}
