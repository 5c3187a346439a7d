// C17 6.5.6p8: the index is -1.
int main(void) {
    char s[4] = "abc";
    int i = 0;
    s[i - 1] = 'x'; //~ UB out-of-bounds-access
    return s[0] != 'x';
}
