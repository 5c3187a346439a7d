// expect: exit 0
int is_null();
int main(void) {
    return is_null((char *)0) == 0;
}
int is_null(char *p) {
    return p == 0;
}
