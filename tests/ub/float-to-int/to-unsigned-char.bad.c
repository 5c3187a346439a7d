// C17 6.3.1.4p1: 256 does not fit in unsigned char.
int main(void) {
    float f = 256.0f;
    unsigned char c = f; //~ UB float-to-int
    return c != 255;
}
