// C17 6.7.1p7: a static function is declared in a block.
int main(void) {
    static int f(void);
    return 0;
}
