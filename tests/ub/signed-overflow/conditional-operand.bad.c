// C17 6.5p5: the selected operand overflows.
static int clamp(int x, int up) {
    return up ? x + 10 : x - 10; //~ UB signed-overflow
}
int main(void) {
    return clamp(2147483640, 1) == 3;
}
