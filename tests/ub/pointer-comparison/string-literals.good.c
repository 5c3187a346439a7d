// expect: exit 0
int main(void) {
    const char *a = "left", *b = "right";
    return a < a + 1 && b != a ? 0 : 1;
}
