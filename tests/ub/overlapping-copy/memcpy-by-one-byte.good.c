// expect: exit 0
void *memcpy(void *, const void *, unsigned long);
int main(void) {
    char s[8] = "abcdefg";
    int n = 4;
    memcpy(s, s + 4, n);
    return s[0] == 'a';
}
