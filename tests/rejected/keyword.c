// C17 6.4.1p2: a keyword is declared.
int main(void) {
    int while = 1;
    return 0;
}
