// expect: exit 0
int main(void) {
    int *p;
    int x = 4;
    {
        p = &x;
    }
    return *p - 4;
}
