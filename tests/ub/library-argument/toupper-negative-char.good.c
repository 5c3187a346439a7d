// expect: exit 0
int toupper(int);
int main(void) {
    signed char c = -42;
    return toupper((unsigned char)c) == 0;
}
