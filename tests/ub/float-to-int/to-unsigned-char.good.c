// expect: exit 0
int main(void) {
    float f = 255.875f;
    unsigned char c = f;
    return c != 255;
}
