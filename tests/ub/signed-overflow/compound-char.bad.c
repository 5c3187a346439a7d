// C17 6.5p5: int += char overflows in int.
int main(void) {
    int x = 2147483600;
    signed char c = 100;
    x += c; //~ UB signed-overflow
    return x != 2147483500;
}
