// expect: exit 0
static int clamp(int x, int up) {
    return up ? x + 10 : x - 10;
}
int main(void) {
    return clamp(2147483640, 0) != 2147483630;
}
