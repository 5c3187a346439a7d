// expect: exit 0
int main(void) {
    char s[4] = "abc";
    int i = 0;
    s[i] = 'x';
    return s[0] != 'x';
}
