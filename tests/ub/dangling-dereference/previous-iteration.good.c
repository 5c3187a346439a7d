// expect: exit 0
int main(void) {
    int *p = 0, sum = 0;
    int x;
    for (int i = 0; i < 3; i++) {
        if (i > 0)
            sum += *p;
        x = i;
        p = &x;
    }
    return sum != 1;
}
