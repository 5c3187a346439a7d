// expect: exit 1
static int has(const char text[static 1]) { return text != 0; }
int main(void) {
    return has("");
}
