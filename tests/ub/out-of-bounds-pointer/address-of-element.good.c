// expect: exit 0
int main(void) {
    char a[4] = "abc";
    int i = 5;
    char *p = &a[i - 1];
    return p - a != 4;
}
