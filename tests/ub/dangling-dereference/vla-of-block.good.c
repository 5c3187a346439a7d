// expect: exit 0
int main(void) {
    int n = 3, *p;
    int v[n];
    {
        p = v;
        p[2] = 6;
    }
    return p[2] - 6;
}
