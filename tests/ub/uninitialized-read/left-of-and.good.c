// expect: exit 0
int main(void) {
    _Bool ready = 0;
    int n = 0;
    if (ready && n)
        return 1;
    return 0;
}
