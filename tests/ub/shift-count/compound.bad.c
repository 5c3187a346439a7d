// C17 6.5.7p3: the loop shifts once too far.
int main(void) {
    unsigned total = 0;
    for (int i = 16; i <= 64; i *= 2) {
        unsigned x = 3;
        x <<= i / 2; //~ UB shift-count
        total ^= x;
    }
    return total == 0;
}
