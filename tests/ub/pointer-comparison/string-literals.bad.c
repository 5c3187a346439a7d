// C17 6.5.8p5: two string literals are different objects.
int main(void) {
    const char *a = "left", *b = "right";
    return a < b ? 0 : 0; //~ UB pointer-comparison
}
