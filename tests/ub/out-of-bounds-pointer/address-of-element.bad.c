// C17 6.5.6p8: &a[5] is a + 5.
int main(void) {
    char a[4] = "abc";
    int i = 5;
    char *p = &a[i]; //~ UB out-of-bounds-pointer
    return p - a != 4;
}
