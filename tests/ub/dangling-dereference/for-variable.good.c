// expect: exit 0
int main(void) {
    int *p = 0;
    int i;
    for (i = 0; i < 3; i++)
        p = &i;
    return *p - 3;
}
