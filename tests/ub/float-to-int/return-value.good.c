// expect: exit 0
static signed char level(float f) {
    return f * 100;
}
int main(void) {
    return level(1.25f) != 125;
}
