// C17 7.24.2.1p2: the regions share one byte.
void *memcpy(void *, const void *, unsigned long);
int main(void) {
    char s[8] = "abcdefg";
    int n = 4;
    memcpy(s, s + 3, n); //~ UB overlapping-copy
    return s[0] == 'a';
}
