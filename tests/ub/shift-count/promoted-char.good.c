// expect: exit 0
int main(void) {
    unsigned char c = 200;
    int r = c >> 8;
    return r;
}
