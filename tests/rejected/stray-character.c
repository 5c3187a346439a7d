// C17 5.2.1p3: `@` is no character of C outside literals.
int main(void) {
    return 1 @ 2;
}
